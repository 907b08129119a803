import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { greatCircleKm } from '~/models/core/shared/geo'
import { patience } from '../../../tests/setup/slowness'
import { builtInLocations } from './built-in.server'
import { googleLocations } from './google.server'

const rajkot = { latitude: 22.3, longitude: 70.8 }

async function search(text: string, near: typeof rajkot | null = null) {
  const answer = await builtInLocations.search(text, near)
  return answer.ok ? answer.value : []
}

describe('the built-in table', () => {
  it('finds towns, post offices and PIN codes', async () => {
    const [town] = await search('Ahmedabad')
    expect(town?.address).toMatch(/^Ahmedabad, .*Gujarat$/)
    const [pin] = await search('360001')
    expect(pin?.address).toMatch(/Rajkot.*360001$/)
    expect(greatCircleKm(pin?.point ?? rajkot, rajkot)).toBeLessThan(5)
    const [road] = await search('kalavad road rajkot')
    expect(road?.address).toContain('Kalavad Road')
  })

  it('ranks a location near the school before a distant one with the same name', async () => {
    const [first] = await search('Raiya', rajkot)
    expect(greatCircleKm(first?.point ?? { latitude: 0, longitude: 0 }, rajkot)).toBeLessThan(60)
  })

  it.each(['', ' ', 'x', '----', '|', ';', '\\b(', 'zzzzqqq'])('finds nothing for %j', async (text) => {
    expect(await search(text)).toEqual([])
  })

  it('finds the location at a point, and none in the sea', async () => {
    const here = await builtInLocations.locationAt(rajkot)
    expect(here).toMatchObject({ ok: true, value: { point: rajkot } })
    expect(here.ok && here.value?.address).toContain('Gujarat')
    expect(await builtInLocations.locationAt({ latitude: 15, longitude: 68.5 })).toEqual({ ok: true, value: null })
  })

  const abroad = {
    Karachi: [24.86, 67],
    Lahore: [31.55, 74.34],
    Sialkot: [32.493, 74.536],
    Kathmandu: [27.717, 85.324],
    Birgunj: [27.0104, 84.877],
    Biratnagar: [26.4525, 87.2718],
    Thimphu: [27.472, 89.639],
    Dhaka: [23.81, 90.41],
    Sylhet: [24.9, 91.87],
    Tamu: [24.21, 94.31],
    Jaffna: [9.66, 80.02],
  }
  const inIndia = {
    Amritsar: [31.634, 74.872],
    Attari: [31.6, 74.605],
    Jammu: [32.73, 74.87],
    Srinagar: [34.08, 74.8],
    Leh: [34.15, 77.58],
    Dharchula: [29.85, 80.54],
    Raxaul: [26.98, 84.85],
    Siliguri: [26.72, 88.43],
    Gangtok: [27.33, 88.61],
    Itanagar: [27.08, 93.61],
    Kohima: [25.67, 94.11],
    Imphal: [24.8, 93.94],
    Agartala: [23.83, 91.28],
    Hili: [25.28, 89],
    'Port Blair': [11.67, 92.74],
    'Campbell Bay': [7, 93.92],
    Kavaratti: [10.57, 72.64],
    Minicoy: [8.28, 73.05],
    Kanyakumari: [8.08, 77.55],
    Rameswaram: [9.29, 79.31],
    Bhuj: [23.25, 69.67],
    Lakhpat: [23.83, 68.78],
  }

  it('finds locations in India but none abroad, on each side of the border', async () => {
    const seenAs = async (places: Record<string, number[]>) => {
      const seen: Record<string, boolean> = {}
      for (const [name, [latitude = 0, longitude = 0]] of Object.entries(places)) {
        const answer = await builtInLocations.locationAt({ latitude, longitude })
        seen[name] = answer.ok && answer.value !== null
      }
      return seen
    }
    const all = (places: object, is: boolean) => Object.fromEntries(Object.keys(places).map((name) => [name, is]))
    expect(await seenAs(abroad)).toEqual(all(abroad, false))
    expect(await seenAs(inIndia)).toEqual(all(inIndia, true))
  })

  it('measures the great-circle distance', async () => {
    const answer = await builtInLocations.travel(rajkot, { latitude: 23.0225, longitude: 72.5714 })
    expect(answer).toMatchObject({ ok: true })
    expect(answer.ok && Math.round(answer.value.metres / 1000)).toBe(199)
  })
})

describe('Google', () => {
  let server: Server | undefined
  afterEach(() => server?.close())

  async function answering(
    reply: (url: URL) => { status?: number; body: unknown } | 'never',
    timeoutMs = patience(10_000),
  ) {
    const asked: URL[] = []
    server = createServer((request, response) => {
      const url = new URL(request.url ?? '/', 'http://maps')
      asked.push(url)
      const answer = reply(url)
      if (answer === 'never') return
      response.writeHead(answer.status ?? 200, { 'content-type': 'application/json' })
      response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body))
    })
    await new Promise<void>((ready) => server?.listen(0, '127.0.0.1', ready))
    const { port } = server.address() as AddressInfo
    return { places: googleLocations({ key: 'a-key', baseUrl: `http://127.0.0.1:${port}`, timeoutMs }), asked }
  }

  const result = (country: string) => ({
    formatted_address: 'Kalavad Road, Rajkot, Gujarat 360005, India',
    geometry: { location: { lat: 22.29, lng: 70.77 } },
    address_components: [{ short_name: country, types: ['country', 'political'] }],
  })

  it('geocodes within India, with the area around the school preferred', async () => {
    const { places, asked } = await answering(() => ({ body: { status: 'OK', results: [result('IN'), result('PK')] } }))
    expect(await places.search('kalavad road', rajkot)).toEqual({
      ok: true,
      value: [{ address: 'Kalavad Road, Rajkot, Gujarat 360005, India', point: { latitude: 22.29, longitude: 70.77 } }],
    })
    expect(asked[0]?.pathname).toBe('/maps/api/geocode/json')
    expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toMatchObject({
      address: 'kalavad road',
      components: 'country:IN',
      bounds: '21.8,70.3|22.8,71.3',
      key: 'a-key',
    })
  })

  it('finds the location at a point, and none abroad', async () => {
    const { places } = await answering((url) => ({
      body: { status: 'OK', results: [result(url.searchParams.get('latlng')?.startsWith('22') ? 'IN' : 'PK')] },
    }))
    expect(await places.locationAt(rajkot)).toMatchObject({ ok: true, value: { point: rajkot } })
    expect(await places.locationAt({ latitude: 31.5, longitude: 74.3 })).toEqual({ ok: true, value: null })
  })

  it('measures the distance by road', async () => {
    const { places, asked } = await answering(() => ({
      body: { routes: [{ distanceMeters: 12_400, duration: '1500s' }] },
    }))
    expect(await places.travel(rajkot, rajkot)).toEqual({ ok: true, value: { metres: 12_400, minutes: 25 } })
    expect(asked[0]?.pathname).toBe('/directions/v2:computeRoutes')
    expect(asked[0]?.search).toBe('')
  })

  it('fails when no route exists', async () => {
    const { places } = await answering(() => ({ body: {} }))
    expect(await places.travel(rajkot, rajkot)).toMatchObject({ ok: false })
  })

  it.each([
    ['refuses the key', { body: { status: 'REQUEST_DENIED', error_message: 'no' } }],
    ['is over its limit', { body: { status: 'OVER_QUERY_LIMIT' } }],
    ['is down', { status: 503, body: 'unavailable' }],
    ['answers with a page', { body: '<html>' }],
    ['answers something else', { body: { results: 7 } }],
    ['does not answer', 'never' as const],
  ])('fails without revealing the key when the service %s', async (_what, answer) => {
    const { places } = await answering(() => answer, patience(200))
    for (const asked of [places.search('x y', null), places.locationAt(rajkot), places.travel(rajkot, rajkot)]) {
      const outcome = await asked
      expect(outcome.ok).toBe(false)
      expect(JSON.stringify(outcome)).not.toContain('a-key')
    }
  })
})
