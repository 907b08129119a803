import type { LoaderFunctionArgs } from '@remix-run/node'
import { hostels } from '~/models/hostels/hostels.server'
import { listBeds } from '~/models/hostels/occupancy.server'
import { openThing } from '~/office/form.server'
import { fileLoader } from '~/office/list.server'
import { listOf } from './hostels.$id.occupancy.index'

export async function loader(args: LoaderFunctionArgs) {
  const { thing } = await openThing(args, { may: 'hostels:view', find: hostels.find })
  return fileLoader(listOf(thing.publicId), (scope, view) => listBeds(scope, thing, view))(args)
}
