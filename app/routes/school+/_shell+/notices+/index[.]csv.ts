import { ofTeacherSections } from '~/http/route.server'
import { fileLoader } from '~/kit/pages/list.server'
import { listNotices } from '~/models/contact/notices/notices.server'
import { list } from './index'

export const loader = fileLoader(list, ofTeacherSections(listNotices))
