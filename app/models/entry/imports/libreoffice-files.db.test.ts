import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { currentSession } from '../../../../tests/factories/academics'
import { importFile } from '../../../../tests/factories/imports'
import { readRows } from '../../../../tests/factories/read'
import { makeSchool } from '../../../../tests/factories/school'

/*
 * LibreOffice 7.4 wrote both fixtures from one list: G.R. numbers with the number format 0000, birth dates, a formula
 * for a name (in the .ods), a class merged over two rows, a hidden row, column and sheet, and names in Gujarati.
 */
it.each(['ods', 'xls'])('imports the students of an .%s file that LibreOffice wrote', async (ending) => {
  const school = await makeSchool()
  const { publicId: sessionPublicId } = await currentSession(school)
  const file = readFileSync(`tests/fixtures/imports/libreoffice-students.${ending}`)
  const record = await importFile(school.scope, { file, fileName: `students.${ending}`, sessionPublicId })
  expect(record).toMatchObject({
    state: 'done',
    counts: { new: 3, rejected: 0 },
    sheets: ['વર્ગ ૬', 'Old list (hidden)'],
  })
  expect(record.notes).toEqual(
    expect.arrayContaining([
      'A hidden sheet was not read: “Old list”.',
      'The text of merged cells was repeated in 1 cell below.',
      '1 hidden row was left out: line 4.',
      'Hidden columns were read too: J.',
    ]),
  )
  expect(
    await readRows(
      `SELECT s.enrollment_number AS number, TRIM(CONCAT(s.first_name, ' ', s.last_name)) AS name, s.date_of_birth AS born,
         g.mother_name AS mother, s.mobile_number AS mobile, s.religion, CONCAT(c.name, ' – ', sec.name) AS section
       FROM students s JOIN guardians g ON g.student_id = s.id JOIN enrollments e ON e.student_id = s.id
       JOIN sections sec ON sec.id = e.section_id JOIN classes c ON c.id = sec.class_id
       WHERE s.school_id = :id ORDER BY s.id`,
      { id: school.id },
    ),
  ).toEqual([
    {
      number: '0012',
      name: 'આશા પટેલ',
      born: '2015-06-14',
      mother: 'Hansa Patel',
      mobile: '9825012345',
      religion: 'Hindu',
      section: 'VI – A',
    },
    {
      number: '0013',
      name: 'Diya D’Souza',
      born: '2015-12-05',
      mother: 'Mina D’Souza',
      mobile: '9825012346',
      religion: 'Christian',
      section: 'VI – A',
    },
    {
      number: '0015',
      name: 'Zeel Rao',
      born: '2016-01-31',
      mother: 'Uma Rao',
      mobile: '9825012348',
      religion: 'Hindu',
      section: 'V – I',
    },
  ])
})
