import { listHref } from '~/components/school/list-href'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { showLoader } from '~/kit/pages/show.server'
import { showPage } from '~/kit/pages/show-page'
import { classSection } from '~/models/people/academics/rules'
import { sections } from '~/models/people/academics/sections.server'

export const handle = pageTitle<Awaited<ReturnType<typeof loader>> | undefined>((data) =>
  data ? classSection(data.section.className, data.section.name) : 'Section',
)

export const loader = showLoader({ may: 'academics:view', find: sections.find }, (section, { may }) => {
  const { publicId, name, capacity, className, class: classId, taken, teacherName, classTeacher } = section
  return {
    section: { publicId, name, capacity, className, classId, taken, teacherName, classTeacher },
    mayEdit: may('academics:edit'),
    seesTimetable: may('timetable:view'),
  }
})

export default showPage<typeof loader>(({ section, mayEdit, seesTimetable }) => {
  const { publicId, name, capacity, className, classId, taken, teacherName, classTeacher } = section
  return {
    title: classSection(className, name),
    context: 'Seats taken are those of the current session.',
    action: mayEdit && { label: 'Edit section', href: schoolPaths.editSection(publicId) },
    parts: [
      {
        isSpaced: true,
        facts: {
          Class: <a href={schoolPaths.class(classId)}>{className}</a>,
          'Class teacher': classTeacher ? <a href={schoolPaths.teacher(classTeacher)}>{teacherName}</a> : null,
          Students: taken,
          Capacity: capacity,
          'Seats left': Math.max(0, capacity - taken),
        },
        actions: [
          {
            label: 'Students in this section',
            href: listHref(schoolPaths.students, { class: classId, section: publicId }),
          },
          seesTimetable && { label: 'Timetable', href: schoolPaths.sectionTimetable(publicId) },
        ],
      },
    ],
  }
})
