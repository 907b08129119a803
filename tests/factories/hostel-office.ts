import { makeHostel, makeRoom } from './hostels'

/** Public ids of what an office's hostels hold. */
export interface HostelOfficeThings {
  hostel: string
  room: string
  /** Of the hostel; nobody applied for it. */
  spareRoom: string
  /** Without rooms. */
  spareHostel: string
}

/** A hostel with two rooms, and one without any. */
export async function makeHostelOfficeThings(school: { id: number }): Promise<HostelOfficeThings> {
  const hostel = await makeHostel(school)
  return {
    hostel: hostel.publicId,
    room: (await makeRoom(hostel)).publicId,
    spareRoom: (await makeRoom(hostel)).publicId,
    spareHostel: (await makeHostel(school)).publicId,
  }
}
