import { beforeAll, expect, it } from 'vitest'
import { studentCookie } from '../factories/app'
import { house } from './reading-house'

let pages: Array<{ address: string; cookie: string }>

beforeAll(async () => {
  const { makePassengerPages } = await import('../factories/passenger-pages')
  const passengers = await makePassengerPages()
  const cookies = await Promise.all(passengers.map(({ student }) => studentCookie(student)))
  pages = passengers.flatMap((passenger, index) =>
    passenger.pages.map((address) => ({ address, cookie: `${cookies[index]}; lang=gu` })),
  )
})

const ask = ({ address, cookie }: (typeof pages)[number]) =>
  house.app.request(address, { cookie, headers: { 'accept-encoding': 'br' } })

it('transport pages need at most 10 KB with headers, 6 SQL statements and 800 elements, even with much content', async () => {
  for (const page of pages) {
    const answer = await ask(page)
    expect([page.address, answer.status]).toEqual([page.address, 200])
    expect(answer.headerBytes + answer.raw.length, page.address).toBeLessThanOrEqual(10_000)
    expect(answer.text.match(/<[a-z]/g)?.length ?? 0, page.address).toBeLessThanOrEqual(800)
    expect(Number(answer.headers['x-queries']), page.address).toBeLessThanOrEqual(6)
  }
})
