import { ofTeacherSections } from '~/http/route.server'
import { listNotices } from '~/models/notices/notices.server'
import { fileLoader } from '~/office/list.server'
import { list } from './index'

export const loader = fileLoader(list, ofTeacherSections(listNotices))
