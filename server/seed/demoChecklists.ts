import { createHash } from 'node:crypto';
import type { Service } from '../../src/contract/enums.ts';
import { admin } from './people.ts';
import { pngRoofPlan } from './roofPlan.ts';
import type { SeedCalls } from './seedCalls.ts';

type SeedShot = {
  name: string;
  hint: string;
  /** Modules on the example picture. */
  example?: number;
};

/** The photo checklists of the demo data: what an engineer needs to see for each service. */
const lists: Partial<Record<Service, readonly SeedShot[]>> = {
  PIL: [
    { name: 'Whole array from the ground', hint: 'Show every module, and the roof edges.', example: 20 },
    { name: 'Attachment at a rafter', hint: 'Close up, before the flashing covers it.' },
    { name: 'Flashing', hint: 'Under the shingle above, sealed on three sides.' },
    { name: 'Rail splice and end clamps', hint: 'Show the torque marks.' },
    { name: 'Attic below the array', hint: 'Rafters, spacing tape measure, and any lag screw that missed.' },
    { name: 'Inverter label', hint: 'The text must be readable.' },
    { name: 'Main service panel, cover off', hint: 'Busbar rating, main breaker, and the new breaker.' },
  ],
  SE: [
    { name: 'Roof from each side', hint: 'One photo for each slope.', example: 0 },
    { name: 'Rafter size and spacing', hint: 'Tape measure in the picture.' },
    { name: 'Ridge and collar ties', hint: 'From inside the attic.' },
    { name: 'Bearing walls', hint: 'Where the rafters rest.' },
    { name: 'Damage or repairs', hint: 'Cracks, rot, sistered rafters. Skip if there are none.' },
  ],
  SB: [
    { name: 'Ballast block placement', hint: 'A full row, from the end.', example: 30 },
    { name: 'Blocks in one tray', hint: 'Show how many blocks there are.' },
    { name: 'Slip sheet under a tray', hint: 'Lift a corner if you can.' },
    { name: 'Roof membrane and drains', hint: 'Ponding water, seams, and the distance to the drains.' },
    { name: 'Parapet height', hint: 'Tape measure in the picture.' },
  ],
  EB: [
    { name: 'Home run and conduit supports', hint: 'From the array to the roof penetration.' },
    { name: 'Bonding of racking', hint: 'Lug or clip, close up.' },
    { name: 'Combiner or disconnect label', hint: 'The text must be readable.' },
  ],
  SGM: [
    { name: 'Pile or footing before backfill', hint: 'Depth mark visible.' },
    { name: 'Row from the end', hint: 'Show the slope of the ground.', example: 40 },
    { name: 'Torque tube connection', hint: 'Close up.' },
  ],
  EGM: [
    { name: 'Trench with depth', hint: 'Tape measure and warning tape in the picture.' },
    { name: 'Grounding electrode', hint: 'The clamp, before it’s covered.' },
    { name: 'Equipment pad', hint: 'All labels readable.' },
  ],
  EE: [
    { name: 'Main service panel, door open', hint: 'All breakers and their labels.' },
    { name: 'Panel label', hint: 'Busbar rating and voltage must be readable.' },
    { name: 'Utility meter', hint: 'The meter number must be readable.' },
  ],
};

/** An id that is the same at every attempt. */
function shotIdOf(service: string, name: string): string {
  return createHash('sha256').update(`${service} ${name}`).digest('base64url').slice(0, 20);
}

/** Writes the demo checklists. */
export async function seedChecklists(calls: SeedCalls): Promise<void> {
  for (const [service, shots] of Object.entries(lists)) {
    for (const { name, hint, example } of shots) {
      const shotId = shotIdOf(service, name);
      const files =
        example === undefined
          ? []
          : [new File([await pngRoofPlan(example)], 'example.png', { type: 'image/png' })];
      const fields = { job: JSON.stringify({ shotId, service, name, hint }) };
      await calls.multipart('saveShot', { as: admin, key: `seed-shot-${shotId}` }, fields, files);
    }
  }
}
