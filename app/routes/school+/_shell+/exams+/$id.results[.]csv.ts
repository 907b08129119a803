import type { LoaderFunctionArgs } from '@remix-run/node'
import { csvResponse } from '~/http/csv.server'
import { outcomeName } from '~/models/learning/exams/office-words'
import { paperCell } from './__office-words'
import { readResultSheet } from './__result-sheet.server'

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { papers, rows } = await readResultSheet(context, request, params.id)
  return csvResponse('results.csv', [
    [
      'Roll number',
      'Enrollment number',
      'Name',
      'Section',
      ...papers.map((paper) => `${paper.subjectName} (${paper.maxMarks})`),
      'Total',
      'Out of',
      'Percent',
      'Grade',
      'Rank in section',
      'Rank in class',
      'Result',
    ],
    ...rows.map((row) => [
      row.rollNumber,
      row.enrollmentNumber,
      row.name,
      row.sectionName,
      // Plain numbers, so that a spreadsheet can add them; a failed paper is visible in the result column.
      ...row.papers.map((paper) => (paper.presence === 'present' ? paper.marks : paperCell(paper))),
      row.marks,
      row.maxMarks,
      row.percent,
      row.grade,
      row.rankInSection,
      row.rankInClass,
      outcomeName(row.outcome),
    ]),
  ])
}
