/**
 * Address of a route file, by the rules of app/routes.ts: `routes/school+/_shell+/students+/$id.edit` is
 * `/school/students/:id/edit`.
 */
export function routeAddress(routeId: string): string {
  const path = routeId
    .replace(/^routes\//, '')
    .replace(/\+/g, '')
    // Dots in brackets are part of the address; all others divide it.
    .split(/\/|(?<!\[)\.(?!\])/)
    .filter((part) => part !== 'index' && !part.startsWith('_'))
    .map((part) =>
      part
        .replace(/\[\.\]/g, '.')
        .replace(/^\$$/, '*')
        .replace(/^\$/, ':'),
    )
  return `/${path.join('/')}`.replace(/\/index\.csv$/, '.csv')
}

/** Address with the ids in place of its parameters, in their order. */
export function filledAddress(routeId: string, ids: readonly string[]): string {
  const parts = routeAddress(routeId).split(/:\w+|\*/)
  if (parts.length !== ids.length + 1) throw new Error(`${routeId} takes ${parts.length - 1} ids, not ${ids.length}`)
  return parts.map((part, nth) => part + (ids[nth] ?? '')).join('')
}
