/** Arguments of a link to an address: one public id per `:name`, in the address's order, or a path for `*`. */
type IdsOf<Address extends string> = Address extends `${string}/:${infer Rest}`
  ? [id: string, ...(Rest extends `${string}/${infer After}` ? IdsOf<`/${After}`> : [])]
  : Address extends `${string}/*`
    ? [path: string]
    : []

type Query = (...args: never) => string
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
 * Builds links from a table of addresses: an address with `:id` becomes a function of its ids, one without stays a
 * string, and functions (for queries) stay as they are. A test compares the tables with the route files.
 */
export function linksOf<const Table extends Addresses>(table: Table): LinksOf<Table> {
  const links = Object.entries(table).map(([name, address]) => [name, linkOf(address)])
  return Object.fromEntries(links)
}

function linkOf(address: Addresses[string]): unknown {
  if (typeof address === 'object') return linksOf(address)
  if (typeof address === 'function' || !/\/[:*]/.test(address)) return address
  const [start = '', ...rest] = address.split(/:[a-zA-Z]+|\*/)
  return (...ids: string[]) => rest.reduce((path, part, nth) => path + ids[nth] + part, start)
}
