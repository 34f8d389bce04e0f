/** What the page is to the person who opened it. */
export const openedPageTexts = (address: string) =>
  /^\/property\/\d/.test(address)
    ? { before: 'Before the setup questions, you opened an offering.', action: 'Continue to the offering' }
    : { before: 'Before the setup questions, you opened another page.', action: 'Continue to that page' };
