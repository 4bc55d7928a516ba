import { Link } from '@tanstack/react-router';
import { isStaff } from '../../../contract/enums.ts';
import { useProfile } from '../../../session/useSession.ts';

/** The company of the client; for staff a link to its jobs. */
export function Company({ name }: { name: string }) {
  const { userType } = useProfile();
  if (!isStaff(userType)) return <span translate="no">{name}</span>;
  return (
    <Link
      to="/jobs/listing/$category"
      params={{ category: 'all' }}
      search={{ company: name }}
      title={`All jobs of ${name}`}
      translate="no"
    >
      {name}
    </Link>
  );
}
