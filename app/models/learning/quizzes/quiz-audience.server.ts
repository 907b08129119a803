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
 * Resolves the audience of a quiz. Refuses sections of another class ('no-such-section') and a window outside the
 * session ('outside-session'). A teacher (`ownSectionIds`) may choose only the current session and their own sections;
 * others are refused as if they did not exist. A teacher may not choose the whole class ('not-yours').
 */
export async function findQuizAudience(
  scope: SchoolScope,
  input: AudienceInput,
  ownSectionIds: readonly number[] | null,
) {
  const session = await findSession(scope, input.academicSession)
  if (!session || (ownSectionIds !== null && !session.isCurrent)) return refused('no-such-session')
  const ofClass = await findClass(scope, input.class)
  if (!ofClass) return refused('no-such-class')
  const sectionPublicIds = [...new Set(input.sections)]
  const sections =
    sectionPublicIds.length === 0
      ? []
      : await selectRows(
          columnsOf(Section, 't', 'id', 'name'),
          `FROM sections t WHERE t.school_id = :schoolId AND t.class_id = :classId AND t.public_id IN (:wanted)
           ORDER BY t.name, t.id`,
          { schoolId: scope.schoolId, classId: ofClass.id, wanted: sectionPublicIds },
        )
  if (sections.length !== sectionPublicIds.length) return refused('no-such-section')
  if (ownSectionIds !== null && !sections.every((section) => ownSectionIds.includes(section.id)))
    return refused('no-such-section')
  if (ownSectionIds !== null && sections.length === 0) return refused('not-yours')
  const subject = input.subject ? await findSubject(scope, input.subject) : null
  if (input.subject && !subject) return refused('no-such-subject')
  const availableFrom = instantInIndia(input.fromDay, input.fromTime)
  const availableUntil = instantInIndia(input.untilDay, input.untilTime)
  if (!availableFrom || !availableUntil) throw new RangeError('The form should have rejected these days and times')
  if (input.fromDay < session.startsOn || input.untilDay > session.endsOn) return refused('outside-session')
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
