import type { RouteConfigEntry } from '@remix-run/route-config'
import { describe, expect, it } from 'vitest'
import routeConfig from '../app/routes'

interface Line {
  address: string
  file: string
  hasChildren: boolean
  isIndex: boolean
}

/** The routes as a flat list, addresses joined from the top. */
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

describe('the list of routes', () => {
  it('is the one written down: a new address is added there on purpose (npx vitest run tests/routes.test.ts -u)', async () => {
    const lines = (await listRoutes())
      .filter((line) => !line.hasChildren)
      .map((line) => `${line.address}  ${line.file}`)
      .sort()
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('routes.txt')
  })

  it('has no page that became the layout of another by its name', async () => {
    const accidents = (await listRoutes()).filter((line) => line.hasChildren && !/\/_layout\.tsx$/.test(line.file))
    expect(accidents.map((line) => `${line.file}: write ${line.file.replace(/\.tsx?$/, '.index.tsx')}`)).toEqual([])
  })

  it('gives no address to two files', async () => {
    const addresses = (await listRoutes()).filter((line) => !line.hasChildren).map((line) => line.address)
    expect(addresses.filter((address, index) => addresses.indexOf(address) !== index)).toEqual([])
  })

  it('keeps to the words of addresses: small letters, digits and hyphens, .csv and .pdf for a download', async () => {
    const odd = (await listRoutes()).filter(
      // RFC 9116 says where it has to be.
      (line) =>
        line.address !== '/.well-known/security.txt' &&
        !/^(\/(:[a-zA-Z]+|\*|[a-z0-9-]+(\.(csv|pdf))?))*\/?$/.test(line.address),
    )
    expect(odd.map((line) => line.address)).toEqual([])
  })
})
