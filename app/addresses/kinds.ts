/** A list and its CSV file: `orders`, `ordersFile`. */
export function listAt<const Name extends string, const At extends string>(name: Name, at: At) {
  return { [name]: at, [`${name}File`]: `${at}.csv` } as Record<Name, At> & Record<`${Name}File`, `${At}.csv`>
}

/** Forms to add, change and delete: `newRoom`, `editRoom`, `deleteRoom`. */
export function formsAt<const One extends string, const At extends string>(one: One, at: At) {
  const addresses = {
    [`new${one}`]: `${at}/new`,
    [`edit${one}`]: `${at}/:id/edit`,
    [`delete${one}`]: `${at}/:id/delete`,
  }
  return addresses as Record<`new${One}`, `${At}/new`> & Record<`${'edit' | 'delete'}${One}`, `${At}/:id/${string}`>
}

/**
 * List, file, page and forms of a kind: `hostels`, `hostelsFile`, `hostel`, `newHostel`, `editHostel`, `deleteHostel`.
 */
export function keptAt<const List extends string, const One extends string, const At extends string>(
  list: List,
  one: One,
  at: At,
) {
  const page = { [one]: `${at}/:id` } as Record<One, `${At}/:id`>
  const capitalName = (one.charAt(0).toUpperCase() + one.slice(1)) as Capitalize<One>
  return { ...listAt(list, at), ...page, ...formsAt(capitalName, at) }
}
