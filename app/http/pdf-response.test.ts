import { expect, it } from 'vitest'
import { fileNameOf } from './pdf-response.server'

it('builds a file name without accents from its parts, and omits a part in another script', () => {
  expect(fileNameOf('report-card', 'Half-yearly examination', 'Zoë D’Souza')).toBe(
    'report-card-Half-yearly-examination-Zoe-D-Souza',
  )
  expect(fileNameOf('my-data', 'DEMO/2026/001')).toBe('my-data-DEMO-2026-001')
  expect(fileNameOf('report-card', 'અર્ધવાર્ષિક પરીક્ષા', 'Asha Patel')).toBe('report-card-Asha-Patel')
})
