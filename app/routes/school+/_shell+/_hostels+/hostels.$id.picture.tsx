import { pageTitle, schoolPaths } from '~/http/school-paths'
import { hostels, saveHostelPicture } from '~/models/money/hostels/hostels.server'
import { picturing } from '../__picture.server'
import { PicturePage } from '../__picture-page'

export const handle = pageTitle(() => 'Picture of a hostel', { hasForm: true })

const page = picturing({
  may: 'hostels:edit',
  folder: 'hostels',
  find: hostels.find,
  context: 'Students see it in the list of hostels.',
  called: ({ name }) => name,
  save: saveHostelPicture,
  saved: schoolPaths.hostel,
})
export const loader = page.loader
export const action = page.action

export default PicturePage
