import { selectRows } from '~/database/database.server'
import { columnsOf } from '~/kit/tables/table.server'
import { done, refused } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { findClass, findSession, findSubject } from '~/models/people/academics/queries.server'
import { Section } from '~/models/people/academics/tables.server'
import { instantInIndia } from './take/window-rules'

interface AudienceInput {
  /** Public ids. */
  academicSession: string
  class: string
  sections: readonly string[]
  subject: string | null
  fromDay: string
  fromTime: string
  untilDay: string
  untilTime: string
}

/**
 * Resolves the audience of a quiz: everything belongs to this school, the sections to the class ('no-such-section') and
 * the window to the session ('outside-session'). A teacher (`ownSectionIds`) must choose own sections of the current
 * session ('not-yours').
 */
export async function findQuizAudience(
  scope: SchoolScope,
  asked: AudienceInput,
  ownSectionIds: readonly number[] | null,
) {
  const session = await findSession(scope, asked.academicSession)
  if (!session || (ownSectionIds !== null && !session.isCurrent)) return refused('no-such-session')
  const ofClass = await findClass(scope, asked.class)
  if (!ofClass) return refused('no-such-class')
  const wanted = [...new Set(asked.sections)]
  const sections =
    wanted.length === 0
      ? []
      : await selectRows(
          columnsOf(Section, 't', 'id', 'name'),
          `FROM sections t WHERE t.school_id = :schoolId AND t.class_id = :classId AND t.public_id IN (:wanted)
           ORDER BY t.name, t.id`,
          { schoolId: scope.schoolId, classId: ofClass.id, wanted },
        )
  if (sections.length !== wanted.length) return refused('no-such-section')
  if (ownSectionIds !== null && !sections.every((section) => ownSectionIds.includes(section.id)))
    return refused('no-such-section')
  if (ownSectionIds !== null && sections.length === 0) return refused('not-yours')
  const subject = asked.subject ? await findSubject(scope, asked.subject) : null
  if (asked.subject && !subject) return refused('no-such-subject')
  const availableFrom = instantInIndia(asked.fromDay, asked.fromTime)
  const availableUntil = instantInIndia(asked.untilDay, asked.untilTime)
  if (!availableFrom || !availableUntil) throw new RangeError('The form has checked days and times')
  if (asked.fromDay < session.startsOn || asked.untilDay > session.endsOn) return refused('outside-session')
  return done({
    session,
    class: ofClass,
    sections: sections.map(({ id, name }) => ({ id, name })),
    subjectId: subject?.id ?? null,
    availableFrom,
    availableUntil,
  })
}

export function sectionWords(sections: ReadonlyArray<{ name: string }>): string {
  return sections.length === 0 ? 'Whole class' : sections.map((section) => section.name).join(', ')
}
