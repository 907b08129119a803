import type { LoaderFunctionArgs } from '@remix-run/node'
import { listHostelDues } from '~/models/hostels/hostel-dues.server'
import { hostels } from '~/models/hostels/hostels.server'
import { openThing } from '~/office/form.server'
import { fileLoader } from '~/office/list.server'
import { listOf } from './hostels.$id.dues.index'

export async function loader(args: LoaderFunctionArgs) {
  const { thing } = await openThing(args, { may: 'hostel-applications:view', find: hostels.find })
  return fileLoader(listOf(thing.publicId), (scope, view) => listHostelDues(scope, thing, view))(args)
}
