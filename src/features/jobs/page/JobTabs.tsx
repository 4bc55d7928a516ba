import { EyeOff } from 'lucide';
import { Icon } from '../../../ui/Icon.tsx';
import { TabLink, Tabs } from '../../../ui/Tabs.tsx';

type Props = {
  jobId: string;
  isNotes: boolean;
  /** How many notes there are; undefined until the job is read. */
  notes: number | undefined;
};

/** Tabs: the job itself, and the notes that only staff see. */
export function JobTabs({ jobId, isNotes, notes }: Props) {
  const job = { to: '/jobs/update/$jobId', params: { jobId }, resetScroll: false } as const;
  return (
    <Tabs label="Views of the job">
      <TabLink
        {...job}
        search={{}}
        activeOptions={{ exact: true }}
        aria-current={isNotes ? undefined : 'page'}
      >
        Job
      </TabLink>
      <TabLink
        {...job}
        search={{ view: 'notes' }}
        aria-current={isNotes ? 'page' : undefined}
        count={notes}
        data-notes=""
      >
        <Icon of={EyeOff} />
        Staff notes
      </TabLink>
    </Tabs>
  );
}
