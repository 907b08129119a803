import { listHref } from '~/components/school/list-href'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { showLoader } from '~/kit/pages/show.server'
import { linkList, shownTable, showPage } from '~/kit/pages/show-page'
import { counted } from '~/models/core/shared/counted'
import { findClass, subjectsOfClass } from '~/models/people/academics/queries.server'
import { sections as allSections } from '~/models/people/academics/sections.server'

export const handle = pageTitle<Awaited<ReturnType<typeof loader>> | undefined>((data) => data?.name ?? 'Class')

export const loader = showLoader({ may: 'academics:view', find: findClass }, async (schoolClass, { scope, may }) => {
  const [sections, subjects] = await Promise.all([
    allSections.ofClass(scope, schoolClass.id),
    subjectsOfClass(scope, schoolClass.id),
  ])
  return {
    id: schoolClass.publicId,
    name: schoolClass.name,
    sections,
    subjects,
    mayEdit: may('academics:edit'),
    mayFees: may('fees:view'),
  }
})

export default showPage<typeof loader>(({ id, name, sections, subjects, mayEdit, mayFees }) => {
  const students = sections.reduce((sum, section) => sum + section.taken, 0)
  return {
    title: name,
    context: `${counted(students, 'student')} in the current session`,
    action: mayEdit && { label: 'Edit class', href: schoolPaths.editClass(id) },
    parts: [
      {
        title: 'Sections',
        isSpaced: true,
        content: shownTable({
          caption: `Sections of ${name}`,
          rows: sections,
          columns: [
            { label: 'Section', role: 'title', value: 'name', href: (row) => schoolPaths.section(row.publicId) },
            { label: 'Class teacher', value: 'teacherName' },
            { label: 'Students', align: 'end', value: 'taken' },
            { label: 'Capacity', align: 'end', value: 'capacity' },
          ],
          empty: 'No section yet: students are enrolled in sections.',
        }),
        add: mayEdit && { label: 'Add section', href: `${schoolPaths.newSection}?class=${id}` },
      },
      {
        title: 'Subjects',
        content: linkList(
          subjects.map((subject) => ({ label: subject.name, href: schoolPaths.subject(subject.publicId) })),
          mayEdit ? 'No subject yet: edit the class and tick its subjects.' : 'No subject is entered yet.',
        ),
      },
      {
        title: 'More about this class',
        actions: [
          { label: 'Students', href: listHref(schoolPaths.students, { class: id }) },
          mayFees && { label: 'Fees', href: listHref(schoolPaths.fees, { class: id }) },
        ],
      },
    ],
  }
})
