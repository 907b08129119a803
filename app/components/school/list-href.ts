/** URL of a list with filters; omits empty ones and page 1. */
export function listHref(path: string, filters: Record<string, string | number>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(filters)) {
    if (value !== '' && !(name === 'page' && value === 1)) query.set(name, String(value))
  }
  const text = query.toString()
  return text ? `${path}?${text}` : path
}
