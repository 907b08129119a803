type Sent = { headers: { get: (name: string) => string | null } }

/** Returns whether data saver is on: chosen in the settings (cookie `saver=1`), or requested by the browser. */
export function isDataSaver(request: Sent): boolean {
  return request.headers.get('Save-Data') === 'on' || hasCookie(request, 'saver', '1')
}

/**
 * Returns whether this browser gets scripts: the probe found that it can run them, and data saver is off. The probe's
 * result is in a cookie, so the check costs nothing.
 */
export function isEnhanced(request: Sent): boolean {
  return hasCookie(request, 'enhance', '1') && !isDataSaver(request)
}

export function hasCookie(request: Sent, name: string, value?: string): boolean {
  const header = request.headers.get('Cookie') ?? ''
  return header
    .split(/;\s*/)
    .some((pair) => (value === undefined ? pair.startsWith(`${name}=`) : pair === `${name}=${value}`))
}
