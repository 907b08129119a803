import { foundOr404, idOr404, requireStaff } from '~/http/route.server'
import { isPublicId } from '~/models/core/shared/public-id.server'
import { dutiesOfTeacher, findExam } from '~/models/learning/exams/exam-queries.server'
import { mayMark } from '~/models/learning/exams/marks/mark-rules'
import { type ExamSection, sectionsOfExam } from '~/models/learning/exams/marks/marks-grid.server'
import { type PaperRecord, papersOfExam } from '~/models/learning/exams/papers.server'
import { isLimitedToOwnSections, type Permission } from '~/models/people/accounts/staff/permissions'

/**
 * Returns the exam of a URL, with the marking duties of a teacher (null for users who see everything); 404 for another
 * school's, and to a teacher without duties in the exam.
 */
export async function requireExam(
  context: object,
  request: Request,
  publicId: string | undefined,
  permission: Permission,
) {
  const staff = await requireStaff(context, request, permission)
  const { scope } = staff
  const id = foundOr404(isPublicId(publicId) ? publicId : null)
  const [exam, duties] = await Promise.all([
    findExam(scope, id),
    isLimitedToOwnSections(staff) ? dutiesOfTeacher(scope, staff.staffId, id) : null,
  ])
  if (duties?.length === 0) foundOr404(null)
  return { staff, scope, exam: foundOr404(exam), duties }
}

/**
 * Returns paper and section of a marks grid: those of the URL, or the first available ones. None if nothing can be
 * entered yet, or if another teacher enters the marks. 404 for a paper or section of another exam.
 */
export async function requireGrid(context: object, request: Request, publicId: string | undefined) {
  const visit = await requireExam(context, request, publicId, 'marks:enter')
  const query = new URL(request.url).searchParams
  const requestedIds = { paper: idOr404(query, 'paper'), section: idOr404(query, 'section') }
  const [allPapers, allSections] = await Promise.all([
    papersOfExam(visit.scope, visit.exam.id),
    sectionsOfExam(visit.scope, visit.exam),
  ])
  const may = (section: ExamSection, paper: PaperRecord) => mayMark(visit.duties, section.id, paper.subjectId)
  const papers = allPapers.filter((paper) => allSections.some((section) => may(section, paper)))
  const sections = allSections.filter((section) => allPapers.some((paper) => may(section, paper)))
  const paper = requestedIds.paper ? foundOr404(papers.find((one) => one.publicId === requestedIds.paper)) : papers[0]
  const usual = paper && (sections.find((one) => one.students > 0 && may(one, paper)) ?? sections[0])
  const section = requestedIds.section
    ? foundOr404(sections.find((one) => one.publicId === requestedIds.section))
    : usual
  const grid = paper && section && may(section, paper) ? { paper, section } : null
  return { ...visit, papers, sections, chosen: grid }
}

/** Returns paper and section of the URL; 404 if the user may not enter their marks. */
export async function requireChosenGrid(context: object, request: Request, publicId: string | undefined) {
  const visit = await requireGrid(context, request, publicId)
  return { ...visit, ...foundOr404(visit.chosen) }
}
