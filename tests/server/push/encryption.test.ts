import { createECDH } from 'node:crypto';
import { expect, it } from 'vitest';
import { decryptPush } from '../../support/push/pushEndpoint.ts';

it('the push service of the tests opens the example of RFC 8291, appendix A', () => {
  const curve = createECDH('prime256v1');
  curve.setPrivateKey('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94', 'base64url');
  expect(curve.getPublicKey('base64url')).toBe(
    'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  );
  const auth = Buffer.from('BTBZMqHH6r4Tts7J_aSIgg', 'base64url');
  const body = Buffer.from(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
    'base64url',
  );
  expect(decryptPush(body, { curve, auth })).toBe('When I grow up, I want to be a watermelon');
  body[body.length - 1] = (body.at(-1) ?? 0) ^ 1;
  expect(() => decryptPush(body, { curve, auth })).toThrow();
});
