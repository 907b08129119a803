import type { Address } from '~/models/contact/notices/find-address.server'
import type { EventType, Priority } from '~/models/contact/notices/options'
import { addDays, todayInIndia } from '~/models/core/shared/calendar'
import { newPublicId } from '~/models/core/shared/public-id.server'
import type { MadeClass, MadeSection } from './academics'
import { insert, unique } from './insert'
import type { MadeSchool, MadeStaff } from './school'
import type { MadeStudent } from './student'

/** Audience: a class, a section or a student; the whole school when empty. */
interface To {
  class?: Pick<MadeClass, 'id'>
  section?: Pick<MadeSection, 'id'>
  student?: Pick<MadeStudent, 'id'>
}

function addressOf({ class: ofClass, section, student }: To): Address {
  return {
    audience: ofClass ? 'class' : section ? 'section' : student ? 'student' : 'school',
    classId: ofClass?.id ?? null,
    sectionId: section?.id ?? null,
    studentId: student?.id ?? null,
  }
}

export interface MadeNotice {
  id: number
  publicId: string
  title: string
}

/** Creates a notice that is shown today, without mail. */
export async function makeNotice(
  school: Pick<MadeSchool, 'id'>,
  overrides: To & {
    title?: string
    body?: string
    priority?: Priority
    fromOn?: string
    untilOn?: string | null
    writer?: Pick<MadeStaff, 'id' | 'name'>
  } = {},
): Promise<MadeNotice> {
  const publicId = newPublicId()
  const title = overrides.title ?? `Notice ${unique()}`
  const now = new Date()
  const address = addressOf(overrides)
  const id = await insert('notices', {
    public_id: publicId,
    school_id: school.id,
    title,
    body: overrides.body ?? 'School closes at one on Saturday.',
    priority: overrides.priority ?? 'medium',
    from_on: overrides.fromOn ?? todayInIndia(now),
    until_on: overrides.untilOn ?? null,
    audience: address.audience,
    class_id: address.classId,
    section_id: address.sectionId,
    student_id: address.studentId,
    created_by: overrides.writer?.id ?? null,
    created_by_name: overrides.writer?.name ?? 'The office',
    created_at: now,
    updated_at: now,
  })
  return { id, publicId, title }
}

/** Creates an event, by default one day long and a week from today. */
export async function makeEvent(
  school: Pick<MadeSchool, 'id'>,
  overrides: To & {
    title?: string
    description?: string | null
    type?: EventType
    priority?: Priority
    startsOn?: string
    endsOn?: string
    writer?: Pick<MadeStaff, 'id' | 'name'>
  } = {},
): Promise<MadeNotice> {
  const publicId = newPublicId()
  const title = overrides.title ?? `Event ${unique()}`
  const now = new Date()
  const startsOn = overrides.startsOn ?? addDays(todayInIndia(now), 7)
  const address = addressOf(overrides)
  const id = await insert('events', {
    public_id: publicId,
    school_id: school.id,
    title,
    description: overrides.description ?? null,
    type: overrides.type ?? 'other',
    priority: overrides.priority ?? 'medium',
    starts_on: startsOn,
    ends_on: overrides.endsOn ?? startsOn,
    audience: address.audience,
    class_id: address.classId,
    section_id: address.sectionId,
    student_id: address.studentId,
    created_by: overrides.writer?.id ?? null,
    created_by_name: overrides.writer?.name ?? 'The office',
    created_at: now,
    updated_at: now,
  })
  return { id, publicId, title }
}

export interface NoticeThings {
  /** Public ids. `event` is for the section; the others are for the student alone. */
  notice: string
  spareNotice: string
  event: string
  spareEvent: string
}

/** Creates everything that a student's pages of notices and events can show. */
export async function makeNoticeThings(
  school: Pick<MadeSchool, 'id'>,
  of: { section: MadeSection; student: MadeStudent },
): Promise<NoticeThings> {
  const { section, student } = of
  return {
    notice: (await makeNotice(school, { student, title: `Notice to ${student.lastName}` })).publicId,
    spareNotice: (await makeNotice(school, { student })).publicId,
    event: (await makeEvent(school, { section, type: 'trip', priority: 'high' })).publicId,
    spareEvent: (await makeEvent(school, { student })).publicId,
  }
}

/** Creates the demo school's notices and upcoming events. */
export async function makeDemoNotices(
  school: MadeSchool,
  of: { office: MadeStaff; class: MadeClass; section: MadeSection; student: MadeStudent },
  now: Date,
): Promise<void> {
  const today = todayInIndia(now)
  const day = (distance: number) => addDays(today, distance)
  const by = { writer: of.office }
  await makeNotice(school, {
    ...by,
    title: 'Parents’ meeting on Saturday',
    body: 'Dear parents,\n\nplease come to the meeting with the class teachers on Saturday, 10 am to 12 noon, in the hall.\nBring the diary of your child.\n\nHow to reach us: https://demo.shala.test/directions',
    priority: 'high',
    fromOn: day(-2),
    untilOn: day(12),
  })
  await makeNotice(school, {
    ...by,
    class: of.class,
    title: 'Project files of Science',
    body: 'Project files of Science are to be handed in by Friday.\nLate files lose two marks a day.',
    fromOn: day(-5),
  })
  await makeNotice(school, {
    ...by,
    section: of.section,
    title: 'New place in the laboratory',
    body: 'From Monday the section works in laboratory 2 on the first floor.',
    priority: 'low',
    fromOn: day(-9),
  })
  await makeNotice(school, {
    ...by,
    student: of.student,
    title: 'Library book to return',
    body: '“Panchatantra” was due last week. Please bring it to the library.',
    fromOn: day(-1),
  })
  await makeNotice(school, { ...by, title: 'Winter timings', body: 'School begins at 8:30 am.', fromOn: day(20) })
  await makeNotice(school, {
    ...by,
    title: 'Diwali holidays',
    body: 'The school is closed from Thursday to Tuesday.',
    fromOn: day(-40),
    untilOn: day(-30),
  })
  const events = [
    { title: 'Annual day', type: 'celebration', priority: 'high', startsOn: day(18), endsOn: day(19) },
    { title: 'Sports day', type: 'sports', priority: 'medium', startsOn: day(9), endsOn: day(9) },
    { title: 'Science exhibition', type: 'competition', priority: 'medium', startsOn: day(26), endsOn: day(27) },
    { title: 'Garba evening', type: 'cultural', priority: 'low', startsOn: day(-20), endsOn: day(-20) },
  ] as const
  for (const event of events)
    await makeEvent(school, { ...by, ...event, description: 'On the school ground; families are welcome.' })
  await makeEvent(school, {
    ...by,
    class: of.class,
    title: 'Visit to the Science City',
    type: 'trip',
    description: 'The buses leave at 8 am. Bring water and lunch.',
    startsOn: day(5),
  })
}
