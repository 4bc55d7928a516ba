import type { Profile } from '../../contract/user.ts';
import { openFormDraft } from '../../outbox/formDraft.ts';
import { updateProfile } from '../../outbox/send.ts';
import { takeProfile } from '../../session/session.ts';
import { useProfile } from '../../session/useSession.ts';
import { ProfileEditor } from '../../ui/ProfileEditor.tsx';

/** A person's own data, edited by an administrator (or by themselves). */
export function EditProfile({ person, own }: { person: Profile; own: boolean }) {
  const { email: reader } = useProfile();
  return (
    <ProfileEditor
      profile={person}
      title="Profile"
      own={own}
      draft={() => openFormDraft(reader, `profile:${person.email}`)}
      save={async (data) => {
        const saved = await updateProfile({ email: person.email, ...data });
        takeProfile(saved);
        return saved;
      }}
    />
  );
}
