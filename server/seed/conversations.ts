/** The kind of a sample file: a sheet, a roof plan, or a set of both. */
export type SampleFile = 'pdf' | 'png' | 'zip';

export type Line = {
  from: 'client' | 'staff';
  text: string;
  files?: readonly SampleFile[];
  /** Hours after the job was reported. */
  afterHours: number;
  /** The other side has addressed it; otherwise it is new. */
  addressed?: true;
};

/** Messages on open jobs. The last one is often still new, on either side. */
export const openConversations: readonly (readonly Line[])[] = [
  [
    {
      from: 'staff',
      text: 'Thanks, we have everything we need. Starting today.',
      afterHours: 3,
      addressed: true,
    },
    {
      from: 'client',
      text: 'Great. The permit office would like it by Friday, is that realistic?',
      afterHours: 4,
      addressed: true,
    },
    { from: 'staff', text: 'Friday works. The structural part is in review already.', afterHours: 6 },
  ],
  [
    {
      from: 'staff',
      text: 'The roof plan shows 24 modules, the single-line diagram 22. Which one is right?',
      files: ['png'],
      afterHours: 2,
      addressed: true,
    },
    {
      from: 'client',
      text: '24 is right, I have attached the corrected sheet.',
      files: ['pdf'],
      afterHours: 5,
    },
  ],
  [
    {
      from: 'staff',
      text: 'Could you send photos of the rafters near the eaves? We need the spacing to confirm the attachment layout.',
      afterHours: 5,
    },
  ],
  [],
  [
    {
      from: 'client',
      text: 'One more thing: the owner changed the inverter, the new data sheet is in this archive.',
      files: ['zip'],
      afterHours: 1,
      addressed: true,
    },
    { from: 'staff', text: 'Received, we will use the new one.', afterHours: 2, addressed: true },
    { from: 'client', text: 'Thank you! Any news on the review?', afterHours: 26 },
  ],
  [{ from: 'client', text: 'Is anyone looking at this one yet?', afterHours: 9 }],
  [
    {
      from: 'client',
      text: 'Does it need the new panel schedule?',
      afterHours: 2,
      addressed: true,
    },
    {
      from: 'staff',
      text: 'Yes, and we have it already. Nothing else is missing.',
      afterHours: 4,
      addressed: true,
    },
  ],
];

/** Why jobs are on hold, for the conversations below. */
export const holdReasons = [
  'We have put this on hold until the utility confirms the service size.',
  'The framing photos do not match the plan.',
] as const;

export const onHoldConversations: readonly (readonly Line[])[] = [
  [
    {
      from: 'client',
      text: 'Understood, they promised an answer next week.',
      afterHours: 22,
      addressed: true,
    },
  ],
  [
    {
      from: 'staff',
      text: 'Please have the installer measure the framing again.',
      files: ['png'],
      afterHours: 18,
    },
  ],
];

export const doneConversations: readonly (readonly Line[])[] = [
  [
    {
      from: 'staff',
      text: 'The stamped set is attached. Please check the title block before you submit it.',
      files: ['pdf'],
      afterHours: 40,
      addressed: true,
    },
    {
      from: 'client',
      text: 'Looks good, submitted. Thanks for the quick turnaround!',
      afterHours: 43,
      addressed: true,
    },
  ],
  [
    {
      from: 'client',
      text: 'The county wants the wind speed on the cover sheet.',
      afterHours: 8,
      addressed: true,
    },
    {
      from: 'staff',
      text: 'Added: 115 mph, exposure C. Revised sheets and the calculations are in the archive.',
      files: ['zip'],
      afterHours: 30,
      addressed: true,
    },
  ],
  [
    {
      from: 'staff',
      text: 'Approved without comments. The final documents are attached.',
      files: ['pdf', 'png'],
      afterHours: 36,
    },
  ],
  [],
];

export const cancelledConversations: readonly (readonly Line[])[] = [
  [
    {
      from: 'client',
      text: 'The owner has decided against the project, please stop here. Sorry for the trouble.',
      afterHours: 15,
      addressed: true,
    },
  ],
  [],
];
