import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { StudentLinks, type StudentWays } from './__student-links'

const linked = (may: StudentWays) =>
  [
    ...renderToStaticMarkup(<StudentLinks id="bcdfghjkmnpq" enrollmentNumber="DV 7" may={may} />).matchAll(
      /href="([^"]*)"/g,
    ),
  ].map(([, href]) => href)

it('links only to pages that the user may open', () => {
  const of = '/school/students/bcdfghjkmnpq'
  expect(
    linked({
      money: true,
      changeRequests: true,
      guardians: true,
      admission: '23456789bcdf',
      notices: true,
      transport: true,
      certificates: true,
      newCertificate: true,
      register: true,
      consents: true,
    }),
  ).toEqual([
    `${of}/history`,
    `${of}/fees`,
    `${of}/concessions`,
    '/school/admissions/23456789bcdf',
    `${of}/guardians`,
    '/school/change-requests?search=DV+7',
    '/school/transport-applications?search=DV+7',
    '/school/certificates?search=DV+7',
    `${of}/certificates/new`,
    '/school/general-register/bcdfghjkmnpq',
    `${of}/consents`,
    '/school/notices/new?student=bcdfghjkmnpq',
  ])
  expect(
    linked({
      money: false,
      changeRequests: false,
      guardians: false,
      admission: null,
      notices: false,
      transport: false,
      certificates: false,
      newCertificate: false,
      register: false,
      consents: false,
    }),
  ).toEqual([`${of}/history`])
})
