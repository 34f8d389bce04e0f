/** On https a cookie is bound to this host and to secure connections by its name. */
function nameOf(name: string, secure: boolean): string {
  return secure ? `__Host-${name}` : name;
}

/** The Set-Cookie value of a cookie that scripts of a page do not see. */
export function cookie(name: string, value: string, maxAgeSeconds: number, secure: boolean): string {
  return `${nameOf(name, secure)}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}${secure ? '; Secure' : ''}`;
}

/** The value of a cookie in a Cookie header, or null. */
export function valueIn(header: string | null | undefined, name: string, secure: boolean): string | null {
  for (const part of (header ?? '').split(';')) {
    const [key, ...value] = part.trim().split('=');
    if (key === nameOf(name, secure)) return value.join('=') || null;
  }
  return null;
}
