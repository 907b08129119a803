/** A list's address with these filters; empty ones and page 1 are left out. */
export function listHref(path: string, filters: Record<string, string | number>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(filters)) {
    if (value !== '' && !(name === 'page' && value === 1)) query.set(name, String(value))
  }
  const text = query.toString()
  return text ? `${path}?${text}` : path
}
