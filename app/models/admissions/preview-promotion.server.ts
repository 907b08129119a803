import { findSession } from '~/models/academics/queries.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import {
  type ClassWithSections,
  feesOfClasses,
  findPromotionClasses,
  listPromotionStudents,
} from './promotion-class.server'
import { proposeSections } from './promotion-rules'

export interface PreviewRow {
  enrollment: string
  name: string
  sectionName: string
  rollNumber: number | null
  rte: boolean
  isActive: boolean
  /** A section's public id, 'complete' or 'skip'. */
  proposed: string
}

export interface PreviewSection {
  publicId: string
  className: string
  name: string
  taken: number
  capacity: number
  /** What each new student without RTE owes there. */
  duesEach: number
  paiseEach: number
}

export interface PromotionPreview {
  fromName: string
  toName: string
  className: string
  isLastClass: boolean
  rows: PreviewRow[]
  /** Who has a place in the session already: left out. */
  enrolled: Array<{ name: string; place: string }>
  /** Those of the next class, then the own for who stays back. */
  sections: PreviewSection[]
}

/** What promoting a class would do, before it is done; null when session or class is not the school's. */
export async function previewPromotion(
  scope: SchoolScope,
  of: { from: string; to: string; class: string; section: string; next: string },
): Promise<PromotionPreview | null> {
  const [from, to] = await Promise.all([findSession(scope, of.from), findSession(scope, of.to)])
  if (!from || !to) return null
  const classes = await findPromotionClasses(scope, { class: of.class, next: of.next }, to.id)
  if (!classes) return null
  const { own, next } = classes
  const [students, fees] = await Promise.all([
    listPromotionStudents(scope, {
      fromSessionId: from.id,
      toSessionId: to.id,
      classId: own.id,
      section: of.section,
    }),
    feesOfClasses(scope, to.id, [own.id, next?.id ?? 0]),
  ])
  const open = students.filter((student) => student.placeBySession === null)
  const proposed = proposeSections(
    open.map((student) => ({ sectionName: student.sectionName, isActive: student.status === 'active' })),
    next?.sections ?? null,
  )
  const sectionsOf = (one: ClassWithSections | null) =>
    (one?.sections ?? []).map(({ publicId, name, taken, capacity }) => {
      const each = fees.get(one?.id ?? 0)
      const owed = { duesEach: each?.dues ?? 0, paiseEach: each?.paise ?? 0 }
      return { publicId, className: one?.name ?? '', name, taken, capacity, ...owed }
    })
  return {
    fromName: from.name,
    toName: to.name,
    className: own.name,
    isLastClass: next === null,
    rows: open.map((student, index) => ({
      enrollment: student.enrollmentPublicId,
      name: `${student.firstName} ${student.lastName}`,
      sectionName: student.sectionName,
      rollNumber: student.rollNumber,
      rte: student.rte === 1,
      isActive: student.status === 'active',
      proposed: proposed[index] ?? 'skip',
    })),
    enrolled: students.flatMap((student) =>
      student.placeBySession === null
        ? []
        : [{ name: `${student.firstName} ${student.lastName}`, place: student.placeBySession }],
    ),
    sections: [...sectionsOf(next), ...sectionsOf(own)],
  }
}
