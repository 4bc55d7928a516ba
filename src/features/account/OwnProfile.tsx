import type { Profile } from '../../contract/user.ts';
import { openFormDraft } from '../../outbox/formDraft.ts';
import { updateProfile } from '../../outbox/send.ts';
import { takeProfile } from '../../session/session.ts';
import { ProfileEditor } from '../../ui/ProfileEditor.tsx';

export function OwnProfile({ profile }: { profile: Profile }) {
  return (
    <ProfileEditor
      profile={profile}
      title="Your profile"
      own
      draft={() => openFormDraft(profile.email, `profile:${profile.email}`)}
      save={async (data) => {
        const saved = await updateProfile({ email: profile.email, ...data });
        takeProfile(saved);
        return saved;
      }}
    />
  );
}
