/** What is known of a browser, by the headers that it sends. */
type Sent = { headers: { get: (name: string) => string | null } }

/** Data saver: chosen in the settings (cookie `saver=1`), or asked for by the browser. */
export function isDataSaver(request: Sent): boolean {
  return request.headers.get('Save-Data') === 'on' || hasCookie(request, 'saver', '1')
}

/** Whether the probe has found this browser able to run the scripts; a cookie only, so that it costs nothing to know. */
export function isEnhanced(request: Sent): boolean {
  return hasCookie(request, 'enhance', '1') && !isDataSaver(request)
}

export function hasCookie(request: Sent, name: string, value?: string): boolean {
  const header = request.headers.get('Cookie') ?? ''
  return header
    .split(/;\s*/)
    .some((pair) => (value === undefined ? pair.startsWith(`${name}=`) : pair === `${name}=${value}`))
}
