// @ts-check
/** Only the numbers of seats that the chosen rules allow; one that is taken away is not chosen. @param {HTMLSelectElement} rules @param {HTMLFormElement} form */
export function offerSeats(rules, form) {
  const allowed = (rules.selectedOptions[0]?.dataset.players ?? '2').split(' ');
  const choices = /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll('[name="players"]')]);
  for (const choice of choices) {
    const label = choice.closest('label');
    if (label) label.hidden = !allowed.includes(choice.value);
  }
  const chosen = choices.find((choice) => choice.checked);
  if (!chosen || !allowed.includes(chosen.value)) for (const choice of choices) choice.checked = choice.value === allowed[0];
}
