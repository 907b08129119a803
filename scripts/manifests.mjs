import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The list of all routes is a script of its own that every enhanced page fetches, and it grows with the product. The parts of the
 * portal get a list each (`manifest-<hash>-students.js`), with only their own pages and the public ones: server/slices.ts names the
 * right one in the page, and use-client-links.ts leaves what it does not list to the browser.
 */
const parts = ['students', 'school', 'guardians']

/** Writes the lists of the parts beside the whole one. `assets` is the folder of the built scripts. */
export function writeManifests(assets) {
  const whole = readdirSync(assets).find((name) => /^manifest-[0-9a-f]+\.js$/.test(name))
  if (!whole) throw new Error('The build made no manifest of its routes')
  const prefix = 'window.__remixManifest='
  const text = readFileSync(join(assets, whole), 'utf8')
  if (!text.startsWith(prefix)) throw new Error('The manifest of the routes has another form')
  const manifest = JSON.parse(text.slice(prefix.length).replace(/;\s*$/, ''))
  for (const part of parts) {
    const url = manifest.url.replace(/\.js$/, `-${part}.js`)
    const routes = Object.fromEntries(
      Object.entries(manifest.routes)
        .filter(([id]) => id === 'root' || isOf(id, part) || isOf(id, '_public'))
        .map(([id, route]) => [id, withoutTheUsual(route, manifest.entry)]),
    )
    writeFileSync(join(assets, whole.replace(/\.js$/, `-${part}.js`)), prefix + packed({ ...manifest, url, routes }))
  }
}

/** What a route does not have is left out, and the files that every page has fetched before it reads the list. */
function withoutTheUsual(route, entry) {
  const kept = Object.entries(route).filter(([, value]) => value !== false)
  const imports = route.imports?.filter((file) => !entry.imports.includes(file))
  return Object.fromEntries(kept.map(([name, value]) => [name, name === 'imports' ? imports : value]))
}

/** The list as a script that names each file once: the same few stand in nearly every route. */
function packed(manifest) {
  const text = JSON.stringify(manifest)
  const files = [...new Set(text.match(/"\/assets\/[^"]+"/g))]
  const places = new Map(files.map((file, index) => [file, index]))
  const short = text.replace(/"\/assets\/[^"]+"/g, (file) => `f[${places.get(file)}]`)
  return `(f=>(${short}))([${files.join()}]);`
}

function isOf(id, part) {
  return id.startsWith(`routes/${part}+/`)
}
