import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Remix's route manifest is a script that every enhanced page fetches, and it grows with the product. Each part of the
 * portal gets its own manifest (`manifest-<hash>-students.js`) with only its pages and the public ones, without
 * downloads: server/slices.ts selects it for the page, and use-client-links.ts leaves unlisted routes to the browser.
 */
const parts = ['students', 'school', 'guardians']

/** Writes the partial manifests beside the complete one. `assets` is the folder of the built scripts. */
export function writeManifests(assets) {
  const whole = readdirSync(assets).find((name) => /^manifest-[0-9a-f]+\.js$/.test(name))
  if (!whole) throw new Error('The build produced no manifest of its routes')
  const prefix = 'window.__remixManifest='
  const text = readFileSync(join(assets, whole), 'utf8')
  if (!text.startsWith(prefix)) throw new Error('The manifest of the routes has another form')
  const manifest = JSON.parse(text.slice(prefix.length).replace(/;\s*$/, ''))
  for (const part of parts) {
    const url = manifest.url.replace(/\.js$/, `-${part}.js`)
    const routes = Object.fromEntries(
      Object.entries(manifest.routes).filter(
        ([id, route]) => id === 'root' || ((isOf(id, part) || isOf(id, '_public')) && !isDownload(id, route)),
      ),
    )
    writeFileSync(join(assets, whole.replace(/\.js$/, `-${part}.js`)), prefix + packed({ ...manifest, url, routes }))
  }
}

const flags = ['index', 'hasAction', 'hasLoader', 'hasErrorBoundary']

/**
 * Script that builds the manifest from rows: each route's id, index of its parent, path, flags and files. Names each
 * file once, and omits those that every page fetches before it reads the manifest.
 */
function packed({ routes, entry, ...manifest }) {
  const ids = Object.keys(routes)
  const files = [...new Set(Object.values(routes).flatMap(({ module, imports }) => [module, ...imports]))]
  const rows = Object.values(routes).map(({ id, parentId, path, module, imports, css, ...rest }) => {
    const unknown = Object.keys(rest).filter((name) => rest[name] !== false && !flags.includes(name))
    if (unknown.length > 0 || css.length > 0)
      throw new Error(`The list of routes cannot store ${unknown.join()} of ${id}`)
    const flag = flags.reduce((sum, name, bit) => sum + (rest[name] ? 2 ** bit : 0), 0)
    const own = imports.filter((file) => !entry.imports.includes(file))
    return [id, ids.indexOf(parentId), path ?? 0, flag, ...[module, ...own].map((file) => files.indexOf(file))]
  })
  const make = `(m,f,r)=>{
f=f.split(" ").map(n=>"/assets/"+n+".js")
m.routes={}
for(let[id,p,path,flag,...own]of r){
own=own.map(n=>f[n])
let one=m.routes[id]={id,module:own[0],imports:own.slice(1),css:[]}
if(p>=0)one.parentId=r[p][0]
if(path!==0)one.path=path;
${JSON.stringify(flags)}.forEach((n,i)=>{if(flag>>i&1)one[n]=true})
}
return m}`
  const names = files.map((file) => file.replace(/^\/assets\/(.+)\.js$/, '$1')).join(' ')
  return `(${make})(${JSON.stringify({ ...manifest, entry })},"${names}",${JSON.stringify(rows)});`
}

/** Returns true for a download, such as `…/index[.]csv`: the browser fetches it directly, and no script posts to it. */
function isDownload(id, { hasAction }) {
  return /\[\.\]\w+$/.test(id) && !hasAction
}

function isOf(id, part) {
  return id.startsWith(`routes/${part}+/`)
}
