import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { paths } from '~/addresses/paths'
import { m } from '~/language/paraglide/messages'
import { newPublicId } from '~/models/core/shared/public-id.server'
import { newStorageKey } from '~/services/storage/key'
import { type Answer, type RunningApp, testBuild } from '../factories/app'
import { newFormKey } from '../factories/start-payment'
import { loadBuild, servedRoutes } from '../security/house'
import {
  countRows,
  expectSoundLedger,
  makePayers,
  makeSchoolWithPayer,
  openStage,
  pressPay,
  recordCash,
  type Stage,
  startedPayment,
  until,
} from './stage'

const server = await vi.hoisted(async () => (await import('./own-database')).ownServer())

let stage: Stage
let app: RunningApp
beforeAll(async () => {
  stage = await openStage(server.url)
  app = await stage.startDoor()
})
afterAll(async () => {
  await stage?.close()
  await server.giveBack()
})

async function bringDatabaseBack() {
  await server.startAgain()
  await until(async () => expect((await app.request('/readyz')).status).toBe(200))
}

function expectAway(answer: Answer) {
  expect(answer.status).toBe(503)
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  expect(answer.headers['cache-control']).toMatch(/no-store|no-cache|private/)
}

it('responds with 503 and a message while the database is away, and recovers by itself when it returns', async () => {
  const payer = await makeSchoolWithPayer(stage)
  const { school, cookie, officeCookie } = payer
  const { publicId } = await startedPayment(app, payer)
  const worker = await stage.startWorker()
  expect((await app.request('/students/fees', { cookie })).status).toBe(200)

  await server.kill()
  const pages = [
    await app.request('/students/fees', { cookie }),
    await app.request(paths.student.payment(publicId), { cookie }),
    await pressPay(app, payer),
    await app.request('/school/collections', { cookie: officeCookie }),
    await app.request('/students/login', { form: { email: 'asha@school.test', password: 'Some-password-1' } }),
  ]
  for (const page of pages) {
    expectAway(page)
    expect(page.headers['content-type']).toContain('text/html')
    expect(page.text).toContain('We will be back in a moment')
    expect(page.text).toContain(
      'The portal cannot reach its records at the moment. Nothing is lost. Please try again in a few seconds.',
    )
    expect(page.text).toContain(page.headers['x-request-id'])
    expect(page.text).not.toMatch(/ECONNREFUSED|Sequelize|127\.0\.0\.1:\d+/)
  }
  const others = [
    await app.request('/school/collections.csv', { cookie: officeCookie }),
    await app.request(paths.student.receipt(publicId), { cookie }),
    await app.request('/students/fees.data', { cookie }),
    await app.request(paths.webhook(school.publicId), { method: 'POST', body: '{}' }),
  ]
  for (const other of others) {
    expectAway(other)
    expect(other.text).not.toMatch(/ECONNREFUSED|Sequelize|127\.0\.0\.1:\d+/)
  }
  // Asks for the download with the Accept header of a page, because a browser may open it as a page.
  const accept = 'text/html,application/xhtml+xml'
  const download = await app.request(paths.student.receipt(publicId), { cookie, headers: { accept } })
  expectAway(download)
  expect(download.text).toContain('<h1>We will be back in a moment</h1>')
  expect(download.text).toContain(download.headers['x-request-id'])
  expect((await app.request('/healthz')).status).toBe(200)
  const readiness = await app.request('/readyz')
  expect(readiness.status).toBe(503)
  expect(JSON.parse(readiness.text)).toEqual({ ready: false, reason: 'database' })
  expect((await app.request('/privacy')).status).toBe(200)

  await bringDatabaseBack()
  const back = await app.request('/students/fees', { cookie })
  expect(back.status).toBe(200)
  expect(back.text).toContain('School Fee')
  // The worker has kept running and resumes its work.
  expect((await recordCash(app, officeCookie, payer.due)).status).toBe(303)
  await until(async () => expect(await countRows(`jobs WHERE kind = 'make-receipt' AND state = 'done'`)).toBe(1))
  await worker.stop()
  await expectSoundLedger(stage, school)
})

/**
 * Routes that answer without a page and without the database, each with its status or content type: preferences,
 * operator routes, and redirects to another sign-in.
 */
const needNoDatabase = [
  '/.well-known/security.txt 404',
  '/data-saver 303',
  '/guardians/account/language 302',
  '/guardians/account/sessions/:id 302',
  '/guardians/children/:id 302',
  '/guardians/receipts/:id 302',
  '/healthz 200',
  '/language 303',
  '/metrics 404',
  '/readyz application/json; charset=utf-8',
  '/school/account/second-factor/offer 405',
  '/school/columns 405',
  '/status 404',
  '/students/quizzes/:id/kept-answers 405',
  '/webhooks/mail-bounces 405',
  '/webhooks/razorpay/:school 405',
  '/webhooks/sms/:school 405',
]

it('asks users, in their language, to wait, at every address that may serve a file, without the database', async () => {
  const { cookie, officeCookie } = await makeSchoolWithPayer(stage)
  const routes = servedRoutes(await loadBuild(await testBuild())).filter(
    ({ hasLoader, hasPage }) => hasLoader && !hasPage,
  )
  expect(routes.length).toBeGreaterThan(50)
  await server.kill()
  const others: string[] = []
  for (const { address } of routes) {
    const at = address.replaceAll(/:\w+\??/g, newPublicId()).replace('*', newStorageKey('receipts', 'pdf'))
    const answer = await app.request(at, {
      cookie: address.startsWith('/school') ? officeCookie : cookie,
      // Headers of a browser that saves a link, without Accept.
      headers: { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'empty', 'accept-language': 'gu' },
    })
    if (answer.status !== 503) others.push(`${address} ${answer.status}`)
    // Office pages are in English.
    else if (
      !answer.text.includes(
        `<h1>${m.public_unreachable_title({}, { locale: address.startsWith('/school') ? 'en' : 'gu' })}</h1>`,
      )
    )
      others.push(`${address} ${answer.headers['content-type']}`)
  }
  await bringDatabaseBack()
  expect(others).toEqual(needNoDatabase)
})

it('loses no confirmed payment and records none twice when the database is killed during payments', async () => {
  const { school, officeCookie, ...first } = await makeSchoolWithPayer(stage)
  const payers = [first, ...(await makePayers(school, 29))]
  const forms = payers.map(({ due }) => ({ due, formKey: newFormKey() }))
  let answered = 0
  let dead: Promise<void> | undefined
  const answers = await Promise.all(
    forms.map(async ({ due, formKey }) => {
      const answer = await recordCash(app, officeCookie, due, formKey)
      answered += 1
      if (answered === 3) dead = server.kill()
      return answer
    }),
  )
  await dead
  const confirmed = forms.filter((_, index) => answers[index]?.status === 303)
  expect(confirmed.length).toBeGreaterThanOrEqual(3)
  expect(confirmed.length).toBeLessThan(forms.length)
  for (const answer of answers) if (answer.status !== 303) expectAway(answer)

  await bringDatabaseBack()
  for (const { due } of confirmed) {
    expect(await countRows('dues WHERE id = :id AND paid_paise = :owed', { id: due.id, owed: due.owedPaise })).toBe(1)
  }
  // The office sends every form again, as the message requested.
  for (const { due, formKey } of forms) expect((await recordCash(app, officeCookie, due, formKey)).status).toBe(303)
  expect(await countRows('payments WHERE school_id = :id', { id: school.id })).toBe(forms.length)
  expect(await countRows('receipts WHERE school_id = :id', { id: school.id })).toBe(forms.length)
  await expectSoundLedger(stage, school)
})
