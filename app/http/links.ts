/** Public ids for the `:names` of an address, in their order; `*` is a path. */
type IdsOf<Address extends string> = Address extends `${string}/:${infer Rest}`
  ? [id: string, ...(Rest extends `${string}/${infer After}` ? IdsOf<`/${After}`> : [])]
  : Address extends `${string}/*`
    ? [path: string]
    : []

type Query = (...of: never) => string
type Link<Address> = Address extends string
  ? IdsOf<Address> extends []
    ? Address
    : (...ids: IdsOf<Address>) => string
  : Address extends Query
    ? Address
    : LinksOf<Address>

type LinksOf<Table> = { readonly [Name in keyof Table]: Link<Table[Name]> }
type Addresses = { readonly [name: string]: string | Query | Addresses }

/**
 * Links of a table of addresses: an address with `:id` becomes a function of its ids, one without stays as it is, and what asks more than
 * ids (a query) is a function already. A test holds the tables against the files of the routes.
 */
export function linksOf<const Table extends Addresses>(table: Table): LinksOf<Table> {
  const links = Object.entries(table).map(([name, address]) => [name, linkOf(address)])
  return Object.fromEntries(links)
}

/** A list and the same as a file: `orders`, `ordersFile`. */
export function listAt<const Name extends string, const At extends string>(name: Name, at: At) {
  return { [name]: at, [`${name}File`]: `${at}.csv` } as Record<Name, At> & Record<`${Name}File`, `${At}.csv`>
}

/** Where one is added, changed and deleted: `newRoom`, `editRoom`, `deleteRoom`. */
export function formsAt<const One extends string, const At extends string>(one: One, at: At) {
  const addresses = {
    [`new${one}`]: `${at}/new`,
    [`edit${one}`]: `${at}/:id/edit`,
    [`delete${one}`]: `${at}/:id/delete`,
  }
  return addresses as Record<`new${One}`, `${At}/new`> & Record<`${'edit' | 'delete'}${One}`, `${At}/:id/${string}`>
}

/** All of what the office keeps by a form: `hostels`, `hostelsFile`, `hostel`, `newHostel`, `editHostel`, `deleteHostel`. */
export function keptAt<const List extends string, const One extends string, const At extends string>(
  list: List,
  one: One,
  at: At,
) {
  const page = { [one]: `${at}/:id` } as Record<One, `${At}/:id`>
  const named = (one.charAt(0).toUpperCase() + one.slice(1)) as Capitalize<One>
  return { ...listAt(list, at), ...page, ...formsAt(named, at) }
}

function linkOf(address: Addresses[string]): unknown {
  if (typeof address === 'object') return linksOf(address)
  if (typeof address === 'function' || !/\/[:*]/.test(address)) return address
  const [start = '', ...rest] = address.split(/:[a-zA-Z]+|\*/)
  return (...ids: string[]) => rest.reduce((path, part, nth) => path + ids[nth] + part, start)
}
