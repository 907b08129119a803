import { beforeAll, describe, expect, it } from 'vitest'
import { wordsIn } from '~/language/localized'
import { studentCookie } from '../factories/app'
import { readRows } from '../factories/read'
import { rightfulActor } from '../security/expectations'
import { policies } from '../security/policies'
import { house, world } from './reading-house'
import { makeWorstCase } from './worst-case'

/** Latin words allowed on a page in any language: names, abbreviations, and "English" as the language's own name. */
const allowed = ['Shala', 'English', 'PDF', 'UPI', 'Razorpay', 'RTE', 'yyyy-mm-dd', 'KB', 'MB']

let worst: string
let breachSentences: string[]
let passengers: Array<{ address: string; cookie: string }>

beforeAll(async () => {
  worst = await studentCookie(await makeWorstCase())
  const { breachWords } = await import('../factories/breaches')
  breachSentences = Object.values(breachWords()).map((text) => wordsIn(text, 'en'))
  const { makePassengerPages } = await import('../factories/passenger-pages')
  const made = (await makePassengerPages()).map(async ({ student, pages }) => {
    const cookie = await studentCookie(student)
    return pages.map((address) => ({ address, cookie }))
  })
  passengers = (await Promise.all(made)).flat()
})

/** Returns the visible and spoken words of the page. */
function wordsOf(html: string): string {
  const body = html.replace(/<script[\s\S]*?<\/script>/g, ' ').replace(/<style[\s\S]*?<\/style>/g, ' ')
  // Excludes text marked as another language, such as each language's own name.
  const foreign = body.replace(/<(\w+)[^>]* lang="en"[^>]*>[\s\S]*?<\/\1>/g, ' ')
  const spoken = [...foreign.matchAll(/ (?:aria-label|title|placeholder|alt|data-label|data-busy)="([^"]*)"/g)].map(
    (match) => match[1],
  )
  return `${foreign.replace(/<head>[\s\S]*?<title>/, '<title>').replace(/<[^>]+>/g, ' ')} ${spoken.join(' ')}`
}

function typedWords(): string[] {
  const { student, school, due, paidDue } = world.own
  const facts = [school.name, school.email, student.firstName, student.lastName, student.fatherName, student.motherName]
  return [
    ...facts,
    student.address,
    student.email ?? '',
    student.enrollmentNumber,
    world.own.class.name,
    due.publicId,
    paidDue.publicId,
  ]
}

/** Ids in addresses; they contain no vowels, so no word matches. */
const publicIds = /\b[2-9b-df-hj-np-tv-z]{12}\b/g

/** Certificate numbers: the school's prefix, the financial year, the number. */
const certificateNumbers = /\b[A-Z0-9-]+\/\d{4}-\d{2}\/\d{4,}\b/g

/** Request id on an error page, as in the log. */
const requestIds = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** Titles of the fees that the factories create: in the product, an office types them. */
const feeWords = [
  'School Fee',
  ...['First', 'Second', 'Third', 'Fourth'].map((which) => `${which} instalment`),
  'Tuition Fee',
  'Computer Fee',
  'Opening dues',
  'Last year',
  'Year before',
  'Std',
  'Class',
]
/** Names and address of the schools that the factories create: visitors see them in the list of schools. */
const schoolWords = [
  'Other School',
  'Demo Vidyalaya Navrangpura',
  'Demo Vidyalaya',
  '14 Ashram Road, Ahmedabad 380009, Gujarat',
]
/** Names of the law, of banks and of file types, the same in every language. */
const names = [
  'IFSC',
  'UTR',
  'SC',
  'ST',
  'OBC',
  'NGO',
  'JPEG',
  'PNG',
  'WebP',
  'PDF',
  'GeoNames',
  'CC BY',
  'Google Maps',
  'Google',
]
/** Other texts of the factories that users type: exams, subjects, events, notices, a reason, a father's name, files. */
const typedThings =
  /Half-yearly|Meenakshi Joshi|The birth date on the card is wrong\.|GRV\/|(?:Subject|Event|Notice|Scheme|Guardian) (?=\w*\d)|Notice to |(?:School )?closes at one on Saturday|The office|Fever|Rajeshbhai Patel|receipt\.pdf|Our solar system|Notebook|An answer|Hostel (?=\w*\d)|(?:Lake|Station) Road, Anand|Kamla Desai|Rajesh Patel|State Bank of India|GJ \d\d AB|(?:Route|Stop|Fare) (?=\w*\d)|Near the lake|Kalavad Road|Race Course(?: Road)?|Opposite the temple|Ramesh Solanki|Asthma|A seat in front|Rajkot|Farida Shaikh/g

/**
 * Returns every page of a student or a visitor as an allowed user sees it, with the longest data, and the transport
 * pages at every stage.
 */
function asked() {
  const ofRoutes = house.routes
    .filter((one) => one.hasPage && !one.address.startsWith('/school'))
    .flatMap((route) => {
      const policy = policies[route.id]
      if (!policy || policy.get === 'nobody') return []
      const actor = rightfulActor(policy.get)
      const own = world.cookies[actor]
      const cookies = actor === 'student' || actor === 'anonymous' ? [own, worst] : [own]
      return cookies.map((cookie) => ({ name: route.address, address: policy.at(world.own), cookie }))
    })
  return [...ofRoutes, ...passengers.map((page) => ({ name: page.address, ...page }))]
}

describe.each(['hi', 'gu'])('a student or parent who reads %s', (language) => {
  it('sees no English word, and the correct lang attribute', async () => {
    const found: string[] = []
    // Automatic notices to a student keep the language in which they were written.
    const told = await readRows<{ title: string }>('SELECT title FROM notices WHERE is_automatic = 1')
    for (const { name, address, cookie } of asked()) {
      const answer = await house.app.request(address, { cookie: `${cookie}; lang=${language}` })
      if (!(answer.headers['content-type'] ?? '').includes('text/html')) continue
      if (!answer.text.includes(`<html lang="${language}"`)) found.push(`${name}: lang is not ${language}`)
      // Removes user input before ids: the random end of a name can look like an id, and without it, the name's first
      // word would no longer be recognised as user input.
      let words = wordsOf(answer.text)
        .replace(requestIds, ' ')
        .replace(typedThings, ' ')
        .replace(publicIds, ' ')
        .replace(certificateNumbers, ' ')
        .replace(/\S+@\S+|https?:\S+/g, ' ')
      for (const text of [...breachSentences, ...told.map(({ title }) => title)]) words = words.replaceAll(text, ' ')
      for (const typed of [...typedWords(), ...feeWords, ...schoolWords, ...names, ...allowed].flatMap((text) => [
        text,
        ...text.split(' ').filter((word) => /\p{L}{2}/u.test(word)),
      ]))
        words = words.replaceAll(typed, ' ')
      const left = words.replace(/&\w+;|[A-Z0-9]+-[\w-]+|\w*\d\w*/g, ' ').match(/[A-Za-z]{2,}/g) ?? []
      if (left.length > 0) found.push(`${name} (${answer.status}): ${[...new Set(left)].join(' ')}`)
    }
    expect([...new Set(found)]).toEqual([])
  })

  it('sees no English word on the error pages', async () => {
    for (const address of ['/students/nowhere', '/students/fees/zzzzzzzzzzzz/pay']) {
      const answer = await house.app.request(address, { cookie: `${worst}; lang=${language}` })
      expect(answer.status).toBe(404)
      const left = wordsOf(answer.text)
        .replace(requestIds, ' ')
        .replace(/Shala|English|&\w+;/g, ' ')
        .match(/[A-Za-z]{2,}/g)
      expect(left, address).toBeNull()
    }
  })
})

describe('the office', () => {
  it("sees English even when the browser's language cookie is set to Gujarati", async () => {
    for (const route of house.routes.filter((one) => one.hasPage && one.address.startsWith('/school'))) {
      const policy = policies[route.id]
      if (!policy) continue
      const cookie = `${world.cookies[rightfulActor(policy.get)]}; lang=gu`
      const answer = await house.app.request(policy.at(world.own), { cookie })
      expect(answer.text, route.address).toContain('<html lang="en"')
    }
  })
})
