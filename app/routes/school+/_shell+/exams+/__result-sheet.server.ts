import { foundOr404 } from '~/http/route.server'
import { examResults } from '~/models/learning/exams/results/results.server'
import { requireExam } from './__exam-guard.server'

/**
 * Returns the result sheet for the exam's class, or for the section in the URL. Class teachers see only their sections;
 * subject teachers get a 404.
 */
export async function readResultSheet(context: object, request: Request, publicId: string | undefined) {
  const { scope, exam, duties } = await requireExam(context, request, publicId, 'exams:view')
  const ownSectionIds =
    duties?.flatMap((assignment) => (assignment.subjectId === null ? [assignment.sectionId] : [])) ?? null
  if (ownSectionIds?.length === 0) foundOr404(null)
  const { papers, rows } = await examResults(scope, exam.id, { ownSectionIds })
  const query = new URL(request.url).searchParams
  const sections = [...new Map(rows.map((row) => [row.sectionPublicId, row.sectionName]))].map(([value, label]) => ({
    value,
    label,
  }))
  const requestedSectionId = query.get('section') ?? ''
  const section =
    requestedSectionId === '' ? null : foundOr404(sections.find((one) => one.value === requestedSectionId))
  const byRank = query.get('sort') === 'rank'
  const visibleRows = section ? rows.filter((row) => row.sectionPublicId === section.value) : rows
  const rankOf = (row: (typeof rows)[number]) => (section ? row.rankInSection : row.rankInClass) ?? Infinity
  return {
    exam,
    papers,
    sections,
    section,
    byRank,
    rows: byRank ? [...visibleRows].sort((one, other) => rankOf(one) - rankOf(other) || 0) : visibleRows,
  }
}
