"""A made-up language: it is called Arabic, is written from right to left, and says every text in brackets."""

from __future__ import annotations

from tools_of import tool

RULE = "(n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 && n%100<=99 ? 4 : 5)"


def bracketed() -> str:
    """The made-up catalogue: every text of the program in brackets."""
    lines = ['msgid ""', 'msgstr ""', '"Content-Type: text/plain; charset=utf-8\\n"']
    lines += [f'"Plural-Forms: nplurals=6; plural={RULE};\\n"', ""]
    for message in tool("catalogues").template():
        if not message.id:
            continue
        forms = message.id if isinstance(message.id, tuple) else (message.id,)
        quoted = [form.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") for form in forms]
        lines += [f"#: {place}" for place, _ in message.locations]
        lines += [f'msgctxt "{message.context}"'] if message.context else []
        lines.append(f'msgid "{quoted[0]}"')
        if len(quoted) == 1:
            lines += [f'msgstr "⟦{quoted[0]}⟧"', ""]
        else:
            lines += [f'msgid_plural "{quoted[1]}"', *(f'msgstr[{n}] "⟦{quoted[1]}⟧"' for n in range(6)), ""]
    return "\n".join(lines)
