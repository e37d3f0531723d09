// @ts-check
/** The version that this page is of: it stands in the address of its files. */
export const version = () => document.querySelector('link[rel=icon]')?.getAttribute('href')?.split('/')[2] ?? '';
