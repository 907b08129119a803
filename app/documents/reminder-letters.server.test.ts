import { expect, it } from 'vitest'
import { type LettersView, renderReminderLetters } from './reminder-letters.server'

const view: LettersView = {
  school: {
    name: 'Demo Vidyalaya Ahmedabad',
    address: '14 Ashram Road, Navrangpura, Ahmedabad 380009, Gujarat',
    phone: '079 2657 1234',
    email: 'office@demo.shala.test',
  },
  logo: null,
  writtenOn: '2026-11-21',
  address: 'shala.example/students/login',
  letters: [
    {
      language: 'gu',
      studentName: 'પ્રિયંકા ક્ષત્રિય',
      fatherName: 'કૃષ્ણકાંત ક્ષત્રિય',
      enrollmentNumber: 'DV-2024-0003',
      className: 'Class 8',
      sectionName: 'A',
      dues: [
        {
          name: 'School Fee',
          title: 'Second instalment',
          dueOn: '2026-07-10',
          balancePaise: 1_250_000,
          finePaise: 50_000,
        },
        { name: 'School Fee', title: 'Third instalment', dueOn: '2026-10-10', balancePaise: 1_200_000, finePaise: 0 },
      ],
    },
    {
      language: 'hi',
      studentName: 'आरव शर्मा',
      fatherName: 'संजय शर्मा',
      enrollmentNumber: 'DV-2024-0004',
      className: null,
      sectionName: null,
      dues: [{ name: 'शिक्षण शुल्क', title: '', dueOn: '2026-07-10', balancePaise: 75, finePaise: 0 }],
    },
    {
      language: 'en',
      studentName: 'Fatima Shaikh',
      fatherName: 'Imran Shaikh',
      enrollmentNumber: 'DV-2024-0005',
      className: 'Class 8',
      sectionName: 'A',
      dues: [
        { name: 'School Fee', title: 'First instalment', dueOn: '2026-04-10', balancePaise: 12_345_678, finePaise: 0 },
      ],
    },
  ],
}

const pages = (file: Uint8Array) =>
  Buffer.from(file)
    .toString('latin1')
    .match(/\/Type \/Page\b/g)?.length

it('prints one page per family, with the same bytes for the same letters', async () => {
  const file = await renderReminderLetters(view)
  expect(Buffer.from(file.subarray(0, 5)).toString()).toBe('%PDF-')
  expect(pages(file)).toBe(3)
  expect(Buffer.from(await renderReminderLetters(view)).equals(Buffer.from(file))).toBe(true)
})
