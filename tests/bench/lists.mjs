import { missedBy } from './figures.mjs'

/** Lets the database server keep all rows of these schools in memory; the default size holds a tenth of them. */
export const databaseFlags = ['--innodb-buffer-pool-size=1G']

const goalMs = 100
const rounds = 30
const warmRounds = 4

const month = (day) => `from=${day.slice(0, 7)}-01&to=${day.slice(0, 7)}-28`

/** Returns the office's pages of a school, with its own ids and days. */
const pagesOf = (school) => [
  ['students', '/school/students'],
  ['students, last page', '/school/students?page=9999'],
  ['students, a name', '/school/students?search=patel'],
  ['students, a number', `/school/students?search=${school.number}`],
  ['students, by class', `/school/students?class=${school.class}&sort=class`],
  ['students, one class', `/school/students?class=${school.class}`],
  ['students, girls of OBC', '/school/students?gender=Female&category=OBC'],
  ['register', '/school/general-register'],
  ['register, last page', '/school/general-register?page=9999'],
  ['register, a name', '/school/general-register?search=patel'],
  ['defaulters', '/school/collections/defaulters'],
  ['defaulters, one class', `/school/collections/defaulters?class=${school.class}`],
  ['defaulters, by class', '/school/collections/defaulters?sort=class'],
  ['home', '/school'],
  ['day book, the busiest day', `/school/collections/day-book?from=${school.busyDay}&to=${school.busyDay}`],
  ['day book, four weeks', `/school/collections/day-book?${month(school.busyDay)}`],
  ['collections', '/school/collections'],
  ['collections, last page', '/school/collections?page=99999'],
  ['collections, a name', '/school/collections?search=patel'],
  ['guardians', '/school/guardians'],
  ['guardians, last page', '/school/guardians?page=9999'],
  ['guardians, a name', '/school/guardians?search=patel'],
  ['guardians, a number', `/school/guardians?search=${school.mobile}`],
  ['guardians, not invited', '/school/guardians?state=not-invited'],
  ['messages', '/school/messages'],
  ['messages, last page', '/school/messages?page=99999'],
  ['messages, a name', '/school/messages?search=patel'],
  ['messages, not delivered', '/school/messages?state=failed'],
]

/**
 * Times the office's pages of two schools, one request at a time: a school with 10,000 students, and one of the twenty
 * schools with 5,000.
 */
export async function run(stage) {
  const { rows, seconds, ...schools } = await stage.run('tests/bench/seed-lists.ts')
  console.log(`${(rows / 1e6).toFixed(1)} million rows were made in ${seconds.toFixed(0)} s`)
  const app = await stage.startApp(false)
  const asked = Object.values(schools).flatMap((school) =>
    pagesOf(school).map(([name, path]) => ({ name, url: app.url + path, cookie: school.cookie, times: [] })),
  )
  // Opens different pages in turn, so that no page finds its rows in memory from the previous request.
  for (let round = 0; round < warmRounds + rounds; round++)
    for (const page of asked) await open(page, round >= warmRounds)
  console.log(`\n${'median and p95, ms'.padEnd(28)}${'one of 10,000'.padStart(16)}${'of 20 with 5,000'.padStart(20)}`)
  const [ten, five] = [asked.slice(0, asked.length / 2), asked.slice(asked.length / 2)]
  const told = ({ times }) => [0.5, 0.95].map((share) => at(times, share).toFixed(0).padStart(6)).join(' ')
  for (const [index, page] of ten.entries())
    console.log(`${page.name.padEnd(28)}${told(page).padStart(16)}${told(five[index]).padStart(20)}`)
  const medians = ten.map(({ times }, index) => Math.max(at(times, 0.5), at(five[index].times, 0.5)))
  return missedBy(
    'lists',
    ten.map(({ name }, index) => ({ name, value: medians[index], goal: goalMs, unit: ' ms' })),
  )
}

async function open({ url, cookie, times }, counts) {
  const from = performance.now()
  const answer = await fetch(url, { headers: { cookie } })
  const page = await answer.text()
  if (counts) times.push(performance.now() - from)
  if (answer.status !== 200 || !page.includes('</html>')) throw new Error(`${url} was answered with ${answer.status}`)
}

function at(times, share) {
  const sorted = times.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
