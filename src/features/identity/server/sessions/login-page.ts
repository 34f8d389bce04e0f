/** The sign-in page with these parameters, and with the page to come back to where there is one. */
export function loginPage(parameters: Record<string, string>, returnTo: string): string {
  const search = new URLSearchParams({ ...parameters, ...(returnTo === '/' ? {} : { returnTo }) });
  return search.size === 0 ? '/login' : `/login?${search}`;
}
