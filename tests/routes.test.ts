import { readdirSync, readFileSync } from 'node:fs'
import type { RouteConfigEntry } from '@remix-run/route-config'
import { describe, expect, it } from 'vitest'
import { paths } from '../app/addresses/paths'
import { schoolPaths } from '../app/addresses/school-paths'
import routeConfig from '../app/routes'
import { routeAddress } from './security/route-address'

interface Line {
  address: string
  file: string
  hasChildren: boolean
  isIndex: boolean
}

/** Returns the routes as a flat list with full addresses. */
async function listRoutes(): Promise<Line[]> {
  const lines: Line[] = []
  const walk = (entries: RouteConfigEntry[], above: string) => {
    for (const entry of entries) {
      const address = entry.path ? `${above}/${entry.path}` : above
      lines.push({
        address: address || '/',
        file: entry.file,
        hasChildren: (entry.children?.length ?? 0) > 0,
        isIndex: entry.index === true,
      })
      walk(entry.children ?? [], address)
    }
  }
  walk(await routeConfig, '')
  return lines
}

/**
 * Addresses without a link in the portal: for other programs, or for unknown addresses (the wildcard below /students).
 */
const askedByOthers = [
  '/students/*',
  '/healthz',
  '/readyz',
  '/status',
  '/metrics',
  '/.well-known/security.txt',
  '/api/fees/details/:studentId/:academicSessionId',
]

/** Returns every address in a table of links, without its query; ids are replaced by their parameter names. */
function addressesIn(table: object): string[] {
  return Object.values(table).flatMap((link: unknown) => {
    if (typeof link === 'object' && link) return addressesIn(link)
    const address = typeof link === 'function' ? addressOf(link as (...ids: string[]) => string) : link
    return String(address).replace(/\?.*$/, '')
  })
}

function addressOf(link: (...ids: string[]) => string): string {
  try {
    return link(':id', ':id', ':id')
  } catch {
    // This link takes no ids, but values for an optional query.
    return link()
  }
}

/** First segments of page addresses, such as `school`. */
const parts = [...addressesIn(paths), ...addressesIn(schoolPaths)].map((address) => address.split('/')[1])
const writtenAddress = new RegExp(`['"\`]/(${[...new Set(parts)].filter(Boolean).join('|')})(?=['"\`/?])`)

/** Renames every parameter to `:id`, as in `/school/classes/:id`. */
const unnamed = (address: string) => address.replace(/:\w+/g, ':id').replace(/\*$/, ':id')

describe('the list of routes', () => {
  it('matches the tables of addresses: each route file has an address there, and each address has a route file', async () => {
    const ofFiles = (await listRoutes()).filter((line) => !line.hasChildren).map((line) => unnamed(line.address))
    const ofTables = [...addressesIn(paths), ...addressesIn(schoolPaths), ...askedByOthers].map(unnamed)
    expect([...new Set(ofTables)].sort()).toEqual(ofFiles.sort())
  })

  it('gives each route file the address that the security tests derive from its name', async () => {
    const read = (await listRoutes()).filter((line) => !line.hasChildren)
    expect(read.map((line) => routeAddress(line.file.replace(/\.tsx?$/, '')))).toEqual(read.map((line) => line.address))
  })

  it('takes its addresses from app/addresses: no other file of the product writes an address as a literal', () => {
    const files = readdirSync('app', { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|^(addresses|language)\//.test(name))
      .map((name) => ({ name, lines: readFileSync(`app/${name}`, 'utf8').split('\n') }))
    expect(files.length).toBeGreaterThan(1000)
    const found = files.flatMap(({ name, lines }) =>
      lines.flatMap((line) =>
        writtenAddress.test(line) && !/^\s*(\/?\*|\/\/)/.test(line) ? [`${name}: ${line.trim()}`] : [],
      ),
    )
    expect(found).toEqual([])
  })

  it('has no page that becomes the layout of another page because of its file name', async () => {
    const accidents = (await listRoutes()).filter((line) => line.hasChildren && !/\/_layout\.tsx$/.test(line.file))
    expect(accidents.map((line) => `${line.file}: write ${line.file.replace(/\.tsx?$/, '.index.tsx')}`)).toEqual([])
  })

  it('gives no address to two files', async () => {
    const addresses = (await listRoutes()).filter((line) => !line.hasChildren).map((line) => line.address)
    expect(addresses.filter((address, index) => addresses.indexOf(address) !== index)).toEqual([])
  })

  it('follows the format of addresses: small letters, digits and hyphens, .csv and .pdf for a download', async () => {
    const odd = (await listRoutes()).filter(
      // RFC 9116 fixes the address of security.txt.
      (line) =>
        line.address !== '/.well-known/security.txt' &&
        !/^(\/(:[a-zA-Z]+|\*|[a-z0-9-]+(\.(csv|pdf))?))*\/?$/.test(line.address),
    )
    expect(odd.map((line) => line.address)).toEqual([])
  })
})
