#include "dominoes.h"
#define NT 28
#define RESERVE 2
/* Tiles in the order of the package: 0-0, 1-0, 1-1, 2-0 ...; a lead lies with its heavier half to the left. */
static const uint8_t HI[NT]={0,1,1,2,2,2,3,3,3,3,4,4,4,4,4,5,5,5,5,5,5,6,6,6,6,6,6,6};
static const uint8_t SUM[NT]={0,1,2,2,3,4,3,4,5,6,4,5,6,7,8,5,6,7,8,9,10,6,7,8,9,10,11,12};
static const uint32_t MATCH[7]={0x20844bu,0x410896u,0x821138u,0x10423c0u,0x2087c00u,0x41f8000u,0xfe00000u};

typedef struct { uint32_t s0, s1; } rng_t;
static inline uint32_t rotl(uint32_t x,int k){ return (x<<k)|(x>>(32-k)); }
static inline uint32_t mix(uint32_t z){ z=(z^(z>>16))*0x85EBCA6Bu; z=(z^(z>>13))*0xC2B2AE35u; return z^(z>>16); }
static inline void seed_rng(rng_t*r,uint32_t seed,uint32_t i){ r->s0=mix(seed+i*0x9E3779B9u); r->s1=mix(r->s0^i)|1u; }
/* xoroshiro64*, then multiply-shift to [0,n) */
static inline uint32_t below(rng_t*r,uint32_t n){
  uint32_t a=r->s0,b=r->s1,v=a*0x9E3779BBu;
  b^=a; r->s0=rotl(a,26)^b^(b<<9); r->s1=rotl(b,13);
  return (uint32_t)(((uint64_t)v*n)>>32);
}
static inline int nth(uint32_t m,uint32_t k){ while(k--) m&=m-1; return __builtin_ctz(m); }
static inline int32_t pips(uint32_t h){ int32_t s=0; while(h){ s+=SUM[__builtin_ctz(h)]; h&=h-1; } return s; }

static inline int playout(uint32_t seed,uint32_t index,int32_t*diff,int32_t*turns){
  rng_t r; seed_rng(&r,seed,index);
  uint8_t t[NT]; for(int i=0;i<NT;i++) t[i]=(uint8_t)i;
  for(int i=NT-1;i>0;i--){ uint32_t j=below(&r,(uint32_t)i+1); uint8_t x=t[i]; t[i]=t[j]; t[j]=x; }
  uint32_t hand[2]={0,0};
  for(int i=0;i<7;i++){ hand[0]|=1u<<t[i]; hand[1]|=1u<<t[7+i]; }
  int next=14, passes=0, turn=1, n=1;
  int tile=nth(hand[0],below(&r,7));
  hand[0]^=1u<<tile;
  int left=HI[tile], right=SUM[tile]-left, winner=2;
  for(;;){
    uint32_t h=hand[turn], all=MATCH[left]|MATCH[right];
    while(!(h&all) && next<NT-RESERVE) h|=1u<<t[next++];
    uint32_t ml=h&MATCH[left], mr=h&MATCH[right];
    n++;
    if(ml|mr){
      uint32_t nl=(uint32_t)__builtin_popcount(ml), k=below(&r,nl+(uint32_t)__builtin_popcount(mr));
      if(k<nl){ tile=nth(ml,k); left=SUM[tile]-left; }
      else    { tile=nth(mr,k-nl); right=SUM[tile]-right; }
      h^=1u<<tile; passes=0; hand[turn]=h;
      if(!h){ winner=turn?-1:1; break; }
    }else{
      hand[turn]=h;
      if(++passes==2) break;
    }
    turn^=1;
  }
  int32_t d=pips(hand[1])-pips(hand[0]);
  *diff=d; *turns=n;
  return winner!=2?winner:(d>0)-(d<0);
}
int dom_playout(uint32_t seed,uint32_t index,int32_t*diff,int32_t*turns){ return playout(seed,index,diff,turns); }
void dom_playouts(uint32_t seed,uint32_t first,uint32_t n,dom_stats*o){
  int64_t b=0,w=0,dr=0,ds=0,tt=0;
  for(uint32_t i=0;i<n;i++){ int32_t d,t; int x=playout(seed,first+i,&d,&t);
    b+=x>0; w+=x<0; dr+=x==0; ds+=d; tt+=t; }
  o->black=b;o->white=w;o->draws=dr;o->diff=ds;o->turns=tt;
}
